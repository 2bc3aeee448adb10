"""The checks of `mnemosaic doctor`: of this machine, and of the graph. They look, and change nothing."""

from mnemosaic.checkup.findings import Finding as Finding
from mnemosaic.checkup.findings import Health as Health
from mnemosaic.checkup.findings import State as State
from mnemosaic.checkup.run import checkup as checkup
