"""Scheduled recomputation of what is derived from the atoms: associations, communities, centrality, centroids.

Each job is a module with a function `run`; `Runner` runs them under one lock and keeps receipts.
"""

from gds_jobs.jobs import Jobs as Jobs
from gds_jobs.receipts import Job as Job
from gds_jobs.receipts import JobsReport as JobsReport
from gds_jobs.receipts import JobsStatus as JobsStatus
from gds_jobs.receipts import Mode as Mode
from gds_jobs.receipts import Receipt as Receipt
from gds_jobs.runner import Options as Options
from gds_jobs.runner import Runner as Runner
