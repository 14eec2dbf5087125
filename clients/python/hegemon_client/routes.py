"""Every JSON route of the server as a method. A test compares them with the server's OpenAPI document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Mapping, Optional, Sequence
from urllib.parse import quote

Json = dict[str, Any]
AllianceRole = Literal['leader', 'officer', 'member']
BattleStatus = Literal['active', 'completed']
BuildingType = Literal[
    'town_hall',
    'farm',
    'quarry',
    'market',
    'house',
    'warehouse',
    'barracks',
    'stable',
    'workshop',
    'wall',
]
RankingType = Literal['score', 'military', 'economic', 'crowns', 'alliance']
TargetType = Literal['city', 'army', 'seat']
UnitType = Literal['soldiers', 'archers', 'knights', 'catapults']


def _id(text: str) -> str:
    return quote(text, safe='')


class Routes(ABC):
    """The methods return the answer, and raise Refusal. An absent argument is not sent."""

    @abstractmethod
    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Json:
        """Calls a route."""

    def register(self, username: str, email: str, password: str, confirm_password: str) -> Json:
        """Create an account."""
        return self.call(
            'POST',
            '/register',
            body={
                'username': username,
                'email': email,
                'password': password,
                'confirm_password': confirm_password,
            },
        )

    def log_in(self, username: str, password: str, *, remember_me: Optional[bool] = None) -> Json:
        """Log in with a username or an e-mail; the answer sets the session cookie and carries its token."""
        return self.call(
            'POST',
            '/login',
            body={'username': username, 'password': password, 'remember_me': remember_me},
        )

    def log_out(self) -> Json:
        """End the session."""
        return self.call('POST', '/logout')

    def change_password(self, current_password: str, new_password: str, confirm_password: str) -> Json:
        """Change your password."""
        return self.call(
            'POST',
            '/password',
            body={
                'current_password': current_password,
                'new_password': new_password,
                'confirm_password': confirm_password,
            },
        )

    def change_email(self, email: str, current_password: str) -> Json:
        """Change your e-mail."""
        return self.call('POST', '/email', body={'email': email, 'current_password': current_password})

    def confirm_email(self, token: str) -> Json:
        """Confirm a new e-mail with the token of its mail."""
        return self.call('POST', '/confirm-email', body={'token': token})

    def forgot_password(self, username: str) -> Json:
        """Get a mail with a link to choose a new password."""
        return self.call('POST', '/forgot-password', body={'username': username})

    def reset_password(self, token: str, new_password: str, confirm_password: str) -> Json:
        """Choose a new password with the token of a mail."""
        return self.call(
            'POST',
            '/reset-password',
            body={'token': token, 'new_password': new_password, 'confirm_password': confirm_password},
        )

    def delete_account(self, current_password: str) -> Json:
        """Delete your account in 7 days."""
        return self.call('POST', '/delete-account', body={'current_password': current_password})

    def read_profile(self) -> Json:
        """The account of the caller."""
        return self.call('GET', '/api/user/profile')

    def list_sessions(self) -> Json:
        """The sessions of the caller."""
        return self.call('GET', '/api/user/sessions')

    def revoke_other_sessions(self) -> Json:
        """End all your sessions but the present one."""
        return self.call('DELETE', '/api/user/sessions/others')

    def revoke_session(self, session_id: str) -> Json:
        """End one of your sessions."""
        return self.call('DELETE', f'/api/user/sessions/{_id(session_id)}')

    def read_data(self) -> Json:
        """Download everything about you and your empire."""
        return self.call('GET', '/api/user/data')

    def read_empire(self, empire_id: str) -> Json:
        """The current state of an empire."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}')

    def update_empire(
        self,
        empire_id: str,
        *,
        name: Optional[str] = None,
        description: Optional[str] = None,
    ) -> Json:
        """Change the name or the description of your empire."""
        return self.call('PUT', f'/api/empire/{_id(empire_id)}', body={'name': name, 'description': description})

    def list_scores(self, empire_id: str) -> Json:
        """The score of an empire by day."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/scores')

    def list_empires(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        sort: Optional[Literal['name', 'created_at', 'score']] = None,
        order: Optional[Literal['asc', 'desc']] = None,
    ) -> Json:
        """All empires, in pages."""
        return self.call(
            'GET',
            '/api/empires',
            query={'page': page, 'limit': limit, 'sort': sort, 'order': order},
        )

    def list_events(
        self,
        empire_id: str,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Json:
        """What happened to your empire, oldest first."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/events', query={'after': after, 'limit': limit})

    def list_news(self, empire_id: str) -> Json:
        """Your unread results, newest first."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/news')

    def mark_news(self, empire_id: str, numbers: Sequence[int]) -> Json:
        """Mark results as read."""
        return self.call('POST', f'/api/empire/{_id(empire_id)}/news/read', body={'numbers': list(numbers)})

    def list_ledger(
        self,
        empire_id: str,
        *,
        before: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Json:
        """What changed your stock and your units, newest first."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/ledger', query={'before': before, 'limit': limit})

    def list_wishes(self, empire_id: str) -> Json:
        """Your wishes: what is ordered as soon as it can be paid."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/wishes')

    def set_wishes(self, empire_id: str, wishes: list[Json], *, reserve: Optional[Json] = None) -> Json:
        """Set your list of wishes and their order."""
        return self.call(
            'PUT',
            f'/api/empire/{_id(empire_id)}/wishes',
            body={'wishes': wishes, 'reserve': reserve},
        )

    def found_empire(self, name: str, starting_location: Json, *, capital_name: Optional[str] = None) -> Json:
        """Found your empire."""
        return self.call(
            'POST',
            '/api/empire',
            body={'name': name, 'starting_location': starting_location, 'capital_name': capital_name},
        )

    def list_cities(self, empire_id: str) -> Json:
        """The cities of an empire with their buildings."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/cities')

    def found_city(self, empire_id: str, name: str, location: Json) -> Json:
        """Found a further city."""
        return self.call('POST', f'/api/empire/{_id(empire_id)}/cities', body={'name': name, 'location': location})

    def rename_city(self, city_id: str, name: str) -> Json:
        """Rename a city."""
        return self.call('PUT', f'/api/city/{_id(city_id)}', body={'name': name})

    def list_buildings(self, city_id: str) -> Json:
        """The buildings of a city."""
        return self.call('GET', f'/api/city/{_id(city_id)}/buildings')

    def build(self, city_id: str, type: BuildingType, *, quantity: Optional[int] = None) -> Json:
        """Order levels of a building."""
        return self.call('POST', f'/api/city/{_id(city_id)}/buildings', body={'type': type, 'quantity': quantity})

    def train(self, city_id: str, unit_type: UnitType, quantity: int) -> Json:
        """Order a batch of units."""
        return self.call(
            'POST',
            f'/api/city/{_id(city_id)}/train',
            body={'unit_type': unit_type, 'quantity': quantity},
        )

    def cancel_order(self, order_id: str) -> Json:
        """Cancel the unfinished levels of an order."""
        return self.call('DELETE', f'/api/order/{_id(order_id)}')

    def read_military(self, empire_id: str) -> Json:
        """The units and armies of an empire."""
        return self.call('GET', f'/api/empire/{_id(empire_id)}/military')

    def move_army(self, army_id: str, destination: Json) -> Json:
        """Send an army to a tile."""
        return self.call('POST', f'/api/army/{_id(army_id)}/move', body={'destination': destination})

    def recall_army(self, army_id: str) -> Json:
        """Recall a marching army; a recalled attack is called off."""
        return self.call('POST', f'/api/army/{_id(army_id)}/recall')

    def split_army(self, army_id: str, units: Json, *, name: Optional[str] = None) -> Json:
        """Split some units off into a second army."""
        return self.call('POST', f'/api/army/{_id(army_id)}/split', body={'units': units, 'name': name})

    def merge_army(self, army_id: str, other_army_id: str) -> Json:
        """Merge another army on the same tile into this one."""
        return self.call('POST', f'/api/army/{_id(army_id)}/merge', body={'army_id': other_army_id})

    def dismiss_units(self, army_id: str, units: Json) -> Json:
        """Discharge units of an army."""
        return self.call('POST', f'/api/army/{_id(army_id)}/dismiss', body={'units': units})

    def list_battles(
        self,
        *,
        empire_id: Optional[str] = None,
        status: Optional[BattleStatus] = None,
        limit: Optional[int] = None,
    ) -> Json:
        """Battles of the world or of one empire, newest first."""
        return self.call(
            'GET',
            '/api/battles',
            query={'empire_id': empire_id, 'status': status, 'limit': limit},
        )

    def attack(self, army_id: str, target_type: TargetType, target_id: str) -> Json:
        """Send an army to attack a city, a standing army or a seat."""
        return self.call(
            'POST',
            '/api/battle',
            body={'army_id': army_id, 'target_type': target_type, 'target_id': target_id},
        )

    def read_battle(self, battle_id: str, *, share: Optional[str] = None) -> Json:
        """A battle of your empire, round by round; with the token of a link in `share`, any battle that was shared."""
        return self.call('GET', f'/api/battle/{_id(battle_id)}', query={'share': share})

    def share_battle(self, battle_id: str) -> Json:
        """Make your public link to the report of a battle that is over, or return it."""
        return self.call('POST', f'/api/battle/{_id(battle_id)}/share')

    def revoke_share(self, battle_id: str) -> Json:
        """Revoke your public link to the report of a battle."""
        return self.call('DELETE', f'/api/battle/{_id(battle_id)}/share')

    def read_leaderboard(
        self, *, type: Optional[RankingType] = None, limit: Optional[int] = None, from_: Optional[int] = None
    ) -> Json:
        """The ranking of empires, or of alliances, with or without a session."""
        return self.call('GET', '/api/leaderboard', query={'type': type, 'limit': limit, 'from': from_})

    def list_matches(self, name: str, *, after: Optional[str] = None, limit: Optional[int] = None) -> Json:
        """Empires, cities, players and alliances whose names begin with a text; `after` is the `next` of the response before."""
        return self.call('GET', '/api/search', query={'name': name, 'after': after, 'limit': limit})

    def read_seats(self, *, from_: Optional[int] = None, limit: Optional[int] = None) -> Json:
        """The seats of the world and their holders, with or without a session."""
        return self.call('GET', '/api/seats', query={'from': from_, 'limit': limit})

    def read_reigns(self, *, limit: Optional[int] = None) -> Json:
        """The current reign, and the Hegemons of earlier ones, with or without a session."""
        return self.call('GET', '/api/reigns', query={'limit': limit})

    def read_announcement(self) -> Json:
        """What the operator tells all players at present, with or without a session."""
        return self.call('GET', '/api/announcement')

    def read_today(self) -> Json:
        """Active players, seat holders, the great battles of the week and the latest Hegemons."""
        return self.call('GET', '/api/today')

    def list_threads(self, *, before: Optional[str] = None, limit: Optional[int] = None) -> Json:
        """Your threads, the latest first."""
        return self.call('GET', '/api/threads', query={'before': before, 'limit': limit})

    def start_thread(self, user_id: str, text: str) -> Json:
        """Write to a player."""
        return self.call('POST', '/api/threads', body={'user_id': user_id, 'text': text})

    def read_thread(
        self,
        thread_id: str,
        *,
        before: Optional[int] = None,
        after: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Json:
        """A thread of yours with its messages."""
        return self.call(
            'GET',
            f'/api/thread/{_id(thread_id)}',
            query={'before': before, 'after': after, 'limit': limit},
        )

    def send_message(self, thread_id: str, text: str) -> Json:
        """Write into a thread of yours."""
        return self.call('POST', f'/api/thread/{_id(thread_id)}/messages', body={'text': text})

    def mark_read(self, thread_id: str, number: int) -> Json:
        """Mark the messages of a thread as read, up to a number."""
        return self.call('POST', f'/api/thread/{_id(thread_id)}/read', body={'number': number})

    def report_message(self, thread_id: str, number: int, *, reason: Optional[str] = None) -> Json:
        """Report a message of another player to the operator."""
        return self.call('POST', f'/api/thread/{_id(thread_id)}/report', body={'number': number, 'reason': reason})

    def list_blocks(self, *, before: Optional[str] = None, limit: Optional[int] = None) -> Json:
        """The players whom you block, the latest first."""
        return self.call('GET', '/api/blocks', query={'before': before, 'limit': limit})

    def block_player(self, user_id: str) -> Json:
        """Block a player."""
        return self.call('POST', '/api/blocks', body={'user_id': user_id})

    def unblock_player(self, user_id: str) -> Json:
        """Unblock a player."""
        return self.call('DELETE', f'/api/block/{_id(user_id)}')

    def list_alliances(self, *, before: Optional[str] = None, limit: Optional[int] = None) -> Json:
        """All alliances, the newest first. For the next page, send `next` as `before`."""
        return self.call('GET', '/api/alliances', query={'before': before, 'limit': limit})

    def found_alliance(self, name: str, tag: str, *, description: Optional[str] = None) -> Json:
        """Found an alliance, which you lead."""
        return self.call('POST', '/api/alliances', body={'name': name, 'tag': tag, 'description': description})

    def read_alliance(self, alliance_id: str) -> Json:
        """An alliance with its members."""
        return self.call('GET', f'/api/alliance/{_id(alliance_id)}')

    def update_alliance(self, alliance_id: str, description: Optional[str]) -> Json:
        """Change the description of the alliance that you lead."""
        return self.call('PUT', f'/api/alliance/{_id(alliance_id)}', body={'description': description})

    def dissolve_alliance(self, alliance_id: str) -> Json:
        """Dissolve the alliance that you lead."""
        return self.call('DELETE', f'/api/alliance/{_id(alliance_id)}')

    def list_candidates(
        self, alliance_id: str, *, before: Optional[str] = None, limit: Optional[int] = None
    ) -> Json:
        """The empires that your alliance has invited, and those that have applied."""
        return self.call(
            'GET', f'/api/alliance/{_id(alliance_id)}/candidates', query={'before': before, 'limit': limit}
        )

    def invite_empire(self, alliance_id: str, empire_id: str) -> Json:
        """Invite an empire."""
        return self.call('POST', f'/api/alliance/{_id(alliance_id)}/invitations', body={'empire_id': empire_id})

    def apply_to_alliance(self, alliance_id: str) -> Json:
        """Apply for the membership of your empire."""
        return self.call('POST', f'/api/alliance/{_id(alliance_id)}/applications')

    def remove_candidate(self, alliance_id: str, empire_id: str) -> Json:
        """Decline, withdraw or reject an invitation or an application."""
        return self.call('DELETE', f'/api/alliance/{_id(alliance_id)}/candidate/{_id(empire_id)}')

    def list_candidacies(self, *, before: Optional[str] = None, limit: Optional[int] = None) -> Json:
        """The alliances that have invited you, and those to which you have applied."""
        return self.call('GET', '/api/candidacies', query={'before': before, 'limit': limit})

    def accept_member(self, alliance_id: str, empire_id: str) -> Json:
        """Accept your invitation, or the application of another empire."""
        return self.call('POST', f'/api/alliance/{_id(alliance_id)}/members', body={'empire_id': empire_id})

    def change_role(self, alliance_id: str, empire_id: str, role: AllianceRole) -> Json:
        """Give a member a role; `leader` hands the alliance over."""
        return self.call(
            'PUT', f'/api/alliance/{_id(alliance_id)}/member/{_id(empire_id)}', body={'role': role}
        )

    def remove_member(self, alliance_id: str, empire_id: str) -> Json:
        """Your empire leaves, or another one is expelled."""
        return self.call('DELETE', f'/api/alliance/{_id(alliance_id)}/member/{_id(empire_id)}')

    def read_chat(
        self,
        alliance_id: str,
        *,
        before: Optional[int] = None,
        after: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Json:
        """What the members of your alliance write."""
        return self.call(
            'GET',
            f'/api/alliance/{_id(alliance_id)}/messages',
            query={'before': before, 'after': after, 'limit': limit},
        )

    def write_to_alliance(self, alliance_id: str, text: str) -> Json:
        """Write to the members of your alliance."""
        return self.call('POST', f'/api/alliance/{_id(alliance_id)}/messages', body={'text': text})

    def report_chat(self, alliance_id: str, number: int, *, reason: Optional[str] = None) -> Json:
        """Report a message of another member to the operator."""
        return self.call(
            'POST', f'/api/alliance/{_id(alliance_id)}/report', body={'number': number, 'reason': reason}
        )

    def list_threats(self, alliance_id: str) -> Json:
        """The attacks on their way to members of your alliance, soonest first."""
        return self.call('GET', f'/api/alliance/{_id(alliance_id)}/threats')

    def read_map(self, x: int, y: int, *, radius: Optional[int] = None) -> Json:
        """Cities and standing armies around a tile."""
        return self.call('GET', '/api/map', query={'x': x, 'y': y, 'radius': radius})

    def read_rules(self) -> Json:
        """Every type, cost, formula input and limit of this world."""
        return self.call('GET', '/api/rules')

    def read_open_api(self) -> Json:
        """Every JSON route, as an OpenAPI 3.1 document."""
        return self.call('GET', '/api/openapi.json')

    def read_async_api(self) -> Json:
        """Every event of the socket, as an AsyncAPI 3.0 document."""
        return self.call('GET', '/api/asyncapi.json')
