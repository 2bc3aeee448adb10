"""Changes the embedding model of a graph: every vector is made again, and no reader meets two models mixed.

The way is noted in the graph (a `ModelInfo` node): stage and cursor move with each batch, in its transaction. A run
that is killed is gone on with by the next one; until one has finished, the graph cannot be opened as a memory.
"""

from mnemosaic.reembed.run import Progress as Progress
from mnemosaic.reembed.run import ReembedReport as ReembedReport
from mnemosaic.reembed.run import reembed as reembed
