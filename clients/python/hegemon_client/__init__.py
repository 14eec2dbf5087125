"""The typed client of Hegemon, a persistent strategy game: every route is a method, and live events lose nothing."""

from . import types
from .client import Client, Refusal
from .live import Closed, Live
from .picture import Picture
from .types import Json

__all__ = ['Client', 'Closed', 'Json', 'Live', 'Picture', 'Refusal', 'types']
__version__ = '1.0.0'
