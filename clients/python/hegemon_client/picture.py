"""The state of an empire as a live client knows it. A picture and a numbered event give the next picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Optional

Json = dict[str, Any]


@dataclass(frozen=True)
class Picture:
    """An empire at one moment of the server's time."""

    #: Number of the last event that it includes.
    seq: int
    #: The moment for which it holds; from then on the stock changes by `rates`, per hour.
    at: str
    resources: Json
    rates: Json
    #: Population of all cities.
    population: int
    military: Json


def to_picture(view: Json, seq: int) -> Picture:
    """The picture of a full view; `seq` is the number of the last event that the view includes."""
    total = view['population']['total']
    return Picture(seq, view['server_time'], view['resources'], view['rates'], total, view['military'])


def apply_event(picture: Picture, name: str, data: Json) -> Optional[Picture]:
    """The picture after a numbered event. None: an event was missed, so a full view is needed.

    The periodic resource_update repeats the current number. So if it has the next number but no rate has changed,
    the event with that number was missed.
    """
    seq = data['seq']
    if seq > picture.seq + 1:
        return None
    if seq > picture.seq:
        is_periodic = name == 'resource_update' and data['production_rates'] == picture.rates
        return None if is_periodic else _apply(picture, name, data)
    is_newer = seq == picture.seq and data.get('timestamp', '') >= picture.at
    return _apply(picture, name, data) if is_newer else picture


def _apply(picture: Picture, name: str, data: Json) -> Picture:
    if name == 'empire_update':
        return replace(picture, seq=data['seq'], at=data['timestamp'], **data['changes'])
    if name == 'resource_update':
        rates = data['production_rates']
        return replace(
            picture, seq=data['seq'], at=data['timestamp'], resources=data['resources'], rates=rates
        )
    return replace(picture, seq=data['seq'])
