"""The client of Hegemon, a persistent strategy game: one call for every route, and live events that lose nothing."""

from .client import Client, Refusal
from .live import Closed, Live
from .picture import Json, Picture

__all__ = ['Client', 'Closed', 'Json', 'Live', 'Picture', 'Refusal']
__version__ = '1.0.0.dev0'
