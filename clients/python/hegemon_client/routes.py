"""Recorded from the API documents of the server by npm run record:examples.

Every JSON route of the server as a method.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Mapping, Optional
from urllib.parse import quote

from .types import (
    AddAlarmDeviceAnswer,
    AddAlarmDeviceKeys,
    AlarmKind,
    AlarmSettings,
    Alliance,
    AllianceRole,
    AttackAnswer,
    AttackManyAnswer,
    AttackManyOrders,
    Battle,
    BattleStatus,
    BlockPlayerAnswer,
    BuildAnswer,
    BuildingType,
    CancelOrderAnswer,
    CreateTokenAnswer,
    DeleteAccountAnswer,
    DismissUnitsAnswer,
    DismissUnitsUnits,
    Done,
    Empire,
    EndLeaveAnswer,
    FoundAllianceAnswer,
    FoundCityAnswer,
    FoundEmpireAnswer,
    GuardArmyAnswer,
    GuardedType,
    Leave,
    ListAlarmsAnswer,
    ListAlliancesAnswer,
    ListBattlesAnswer,
    ListBlocksAnswer,
    ListBuildingsAnswer,
    ListCandidaciesAnswer,
    ListCandidatesAnswer,
    ListCitiesAnswer,
    ListEmpiresAnswer,
    ListEventsAnswer,
    ListLedgerAnswer,
    ListMatchesAnswer,
    ListNewsAnswer,
    ListScoresAnswer,
    ListSeatsAnswer,
    ListSessionsAnswer,
    ListTargetsAnswer,
    ListThreadsAnswer,
    ListThreatsAnswer,
    ListTokensAnswer,
    ListWishesAnswer,
    LogInAnswer,
    MarkNewsAnswer,
    MarkReadAnswer,
    MergeArmyAnswer,
    MoveArmyAnswer,
    RankingType,
    ReadAnnouncementAnswer,
    ReadAsyncApiAnswer,
    ReadChatAnswer,
    ReadDataAnswer,
    ReadLeaderboardAnswer,
    ReadMapAnswer,
    ReadMilitaryAnswer,
    ReadOpenApiAnswer,
    ReadProfileAnswer,
    ReadReignsAnswer,
    ReadThreadAnswer,
    ReadTodayAnswer,
    RecallArmyAnswer,
    RenameCityAnswer,
    Rules,
    SendMessageAnswer,
    SetAlarmSettingsAnswer,
    SetAlarmSettingsMail,
    SetAlarmSettingsQuiet,
    SetWishesAnswer,
    SetWishesReserve,
    SetWishesWishes,
    ShareBattleAnswer,
    SplitArmyAnswer,
    SplitArmyUnits,
    StartThreadAnswer,
    TakeLeaveAnswer,
    TargetType,
    Tile,
    TrainAnswer,
    UnitType,
    UpdateEmpireAnswer,
    WriteToAllianceAnswer,
)


def _id(text: str) -> str:
    return quote(text, safe='')


class Routes(ABC):
    """The methods return the answer, and raise Refusal. An absent argument is not sent.

    Each takes `timeout`, the seconds that one attempt may take, and `patience`, the seconds after which no attempt
    begins; orders also take `idempotency_key`: to repeat an earlier call, also after a restart, pass the same key.
    """

    @abstractmethod
    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Any:
        """Calls a route."""

    def register(
        self,
        username: str,
        email: str,
        password: str,
        confirm_password: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Create an account."""
        return self.call(
            'POST',
            '/register',
            body={'username': username, 'email': email, 'password': password, 'confirm_password': confirm_password},
            timeout=timeout,
            patience=patience,
        )

    def log_in(
        self,
        username: str,
        password: str,
        *,
        remember_me: Optional[bool] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> LogInAnswer:
        """Log in with a username or an e-mail; the answer sets the session cookie and carries its token."""
        return self.call(
            'POST',
            '/login',
            body={'username': username, 'password': password, 'remember_me': remember_me},
            timeout=timeout,
            patience=patience,
        )

    def log_out(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """End the session."""
        return self.call(
            'POST',
            '/logout',
            timeout=timeout,
            patience=patience,
        )

    def change_password(
        self,
        current_password: str,
        new_password: str,
        confirm_password: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Change your password."""
        return self.call(
            'POST',
            '/password',
            body={'current_password': current_password, 'new_password': new_password, 'confirm_password': confirm_password},
            timeout=timeout,
            patience=patience,
        )

    def change_email(
        self,
        email: str,
        current_password: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Change your e-mail."""
        return self.call(
            'POST',
            '/email',
            body={'email': email, 'current_password': current_password},
            timeout=timeout,
            patience=patience,
        )

    def confirm_email(
        self,
        token: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Confirm a new e-mail with the token of its mail."""
        return self.call(
            'POST',
            '/confirm-email',
            body={'token': token},
            timeout=timeout,
            patience=patience,
        )

    def forgot_password(
        self,
        username: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Get a mail with a link to choose a new password."""
        return self.call(
            'POST',
            '/forgot-password',
            body={'username': username},
            timeout=timeout,
            patience=patience,
        )

    def reset_password(
        self,
        token: str,
        new_password: str,
        confirm_password: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Choose a new password with the token of a mail."""
        return self.call(
            'POST',
            '/reset-password',
            body={'token': token, 'new_password': new_password, 'confirm_password': confirm_password},
            timeout=timeout,
            patience=patience,
        )

    def delete_account(
        self,
        current_password: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> DeleteAccountAnswer:
        """Delete your account in 7 days."""
        return self.call(
            'POST',
            '/delete-account',
            body={'current_password': current_password},
            timeout=timeout,
            patience=patience,
        )

    def read_data(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadDataAnswer:
        """Download your account, your empire and your messages."""
        return self.call(
            'GET',
            '/api/user/data',
            timeout=timeout,
            patience=patience,
        )

    def read_profile(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadProfileAnswer:
        """The account of the caller."""
        return self.call(
            'GET',
            '/api/user/profile',
            timeout=timeout,
            patience=patience,
        )

    def list_sessions(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListSessionsAnswer:
        """The sessions of the caller."""
        return self.call(
            'GET',
            '/api/user/sessions',
            timeout=timeout,
            patience=patience,
        )

    def revoke_other_sessions(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """End all your sessions but the present one."""
        return self.call(
            'DELETE',
            '/api/user/sessions/others',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def revoke_session(
        self,
        session_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """End one of your sessions."""
        return self.call(
            'DELETE',
            f'/api/user/sessions/{_id(session_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_tokens(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListTokensAnswer:
        """The API tokens of the caller."""
        return self.call(
            'GET',
            '/api/user/tokens',
            timeout=timeout,
            patience=patience,
        )

    def create_token(
        self,
        name: str,
        scope: Literal['read', 'play'],
        *,
        days: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> CreateTokenAnswer:
        """Make an API token for a program."""
        return self.call(
            'POST',
            '/api/user/tokens',
            body={'name': name, 'scope': scope, 'days': days},
            timeout=timeout,
            patience=patience,
        )

    def revoke_token(
        self,
        token_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Revoke an API token."""
        return self.call(
            'DELETE',
            f'/api/user/tokens/{_id(token_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def found_empire(
        self,
        name: str,
        starting_location: Tile,
        *,
        capital_name: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> FoundEmpireAnswer:
        """Found your empire."""
        return self.call(
            'POST',
            '/api/empire',
            body={'name': name, 'capital_name': capital_name, 'starting_location': starting_location},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def read_empire(
        self,
        empire_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Empire:
        """The current state of an empire."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}',
            timeout=timeout,
            patience=patience,
        )

    def list_empires(
        self,
        *,
        page: Optional[int] = None,
        limit: Optional[int] = None,
        sort: Optional[Literal['name', 'created_at', 'score']] = None,
        order: Optional[Literal['asc', 'desc']] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListEmpiresAnswer:
        """All empires, in pages."""
        return self.call(
            'GET',
            '/api/empires',
            query={'page': page, 'limit': limit, 'sort': sort, 'order': order},
            timeout=timeout,
            patience=patience,
        )

    def update_empire(
        self,
        empire_id: str,
        *,
        name: Optional[str] = None,
        description: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> UpdateEmpireAnswer:
        """Change the name or the description of your empire."""
        return self.call(
            'PUT',
            f'/api/empire/{_id(empire_id)}',
            body={'name': name, 'description': description},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_scores(
        self,
        empire_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListScoresAnswer:
        """The score of an empire by day."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/scores',
            timeout=timeout,
            patience=patience,
        )

    def list_events(
        self,
        empire_id: str,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListEventsAnswer:
        """What happened to your empire, oldest first."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/events',
            query={'after': after, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def list_news(
        self,
        empire_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListNewsAnswer:
        """Your unread results, newest first."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/news',
            timeout=timeout,
            patience=patience,
        )

    def mark_news(
        self,
        empire_id: str,
        numbers: list[int],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> MarkNewsAnswer:
        """Mark results as read."""
        return self.call(
            'POST',
            f'/api/empire/{_id(empire_id)}/news/read',
            body={'numbers': numbers},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_ledger(
        self,
        empire_id: str,
        *,
        before: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListLedgerAnswer:
        """What changed your stock and your units, newest first."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/ledger',
            query={'before': before, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def list_wishes(
        self,
        empire_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListWishesAnswer:
        """Your wishes: what is ordered as soon as it can be paid."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/wishes',
            timeout=timeout,
            patience=patience,
        )

    def set_wishes(
        self,
        empire_id: str,
        wishes: list[SetWishesWishes],
        *,
        reserve: Optional[SetWishesReserve] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> SetWishesAnswer:
        """Set your list of wishes and their order."""
        return self.call(
            'PUT',
            f'/api/empire/{_id(empire_id)}/wishes',
            body={'wishes': wishes, 'reserve': reserve},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def take_leave(
        self,
        empire_id: str,
        days: int,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> TakeLeaveAnswer:
        """Order a leave."""
        return self.call(
            'PUT',
            f'/api/empire/{_id(empire_id)}/leave',
            body={'days': days},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def end_leave(
        self,
        empire_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> EndLeaveAnswer:
        """Return from a leave, or cancel its notice."""
        return self.call(
            'DELETE',
            f'/api/empire/{_id(empire_id)}/leave',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_cities(
        self,
        empire_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListCitiesAnswer:
        """The cities of an empire with their buildings."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/cities',
            timeout=timeout,
            patience=patience,
        )

    def found_city(
        self,
        empire_id: str,
        name: str,
        location: Tile,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> FoundCityAnswer:
        """Found a further city."""
        return self.call(
            'POST',
            f'/api/empire/{_id(empire_id)}/cities',
            body={'name': name, 'location': location},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def rename_city(
        self,
        city_id: str,
        name: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> RenameCityAnswer:
        """Rename a city."""
        return self.call(
            'PUT',
            f'/api/city/{_id(city_id)}',
            body={'name': name},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_buildings(
        self,
        city_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListBuildingsAnswer:
        """The buildings of a city."""
        return self.call(
            'GET',
            f'/api/city/{_id(city_id)}/buildings',
            timeout=timeout,
            patience=patience,
        )

    def build(
        self,
        city_id: str,
        type: BuildingType,
        *,
        quantity: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> BuildAnswer:
        """Order levels of a building."""
        return self.call(
            'POST',
            f'/api/city/{_id(city_id)}/buildings',
            body={'type': type, 'quantity': quantity},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def train(
        self,
        city_id: str,
        unit_type: UnitType,
        quantity: int,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> TrainAnswer:
        """Order a batch of units."""
        return self.call(
            'POST',
            f'/api/city/{_id(city_id)}/train',
            body={'unit_type': unit_type, 'quantity': quantity},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def cancel_order(
        self,
        order_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> CancelOrderAnswer:
        """Cancel the unfinished levels of an order."""
        return self.call(
            'DELETE',
            f'/api/order/{_id(order_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def read_military(
        self,
        empire_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadMilitaryAnswer:
        """The units and armies of an empire."""
        return self.call(
            'GET',
            f'/api/empire/{_id(empire_id)}/military',
            timeout=timeout,
            patience=patience,
        )

    def move_army(
        self,
        army_id: str,
        destination: Tile,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> MoveArmyAnswer:
        """Send an army to a tile."""
        return self.call(
            'POST',
            f'/api/army/{_id(army_id)}/move',
            body={'destination': destination},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def recall_army(
        self,
        army_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> RecallArmyAnswer:
        """Recall a marching army; a recalled attack is called off."""
        return self.call(
            'POST',
            f'/api/army/{_id(army_id)}/recall',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def guard_army(
        self,
        army_id: str,
        target_type: GuardedType,
        target_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> GuardArmyAnswer:
        """Send an army to guard a city or seat of an ally."""
        return self.call(
            'POST',
            f'/api/army/{_id(army_id)}/guard',
            body={'target_type': target_type, 'target_id': target_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def split_army(
        self,
        army_id: str,
        units: SplitArmyUnits,
        *,
        name: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> SplitArmyAnswer:
        """Split some units off into a second army."""
        return self.call(
            'POST',
            f'/api/army/{_id(army_id)}/split',
            body={'units': units, 'name': name},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def merge_army(
        self,
        army_id: str,
        other_army_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> MergeArmyAnswer:
        """Merge another army on the same tile into this one."""
        return self.call(
            'POST',
            f'/api/army/{_id(army_id)}/merge',
            body={'army_id': other_army_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def dismiss_units(
        self,
        army_id: str,
        units: DismissUnitsUnits,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> DismissUnitsAnswer:
        """Discharge units of an army."""
        return self.call(
            'POST',
            f'/api/army/{_id(army_id)}/dismiss',
            body={'units': units},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def attack(
        self,
        army_id: str,
        target_type: TargetType,
        target_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> AttackAnswer:
        """Send an army to attack a city, a standing army or a seat."""
        return self.call(
            'POST',
            '/api/battle',
            body={'army_id': army_id, 'target_type': target_type, 'target_id': target_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def attack_many(
        self,
        orders: list[AttackManyOrders],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> AttackManyAnswer:
        """Send several armies to attack, each with its own outcome."""
        return self.call(
            'POST',
            '/api/battles',
            body={'orders': orders},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_targets(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListTargetsAnswer:
        """Your targets: what they hold, and the army and the odds of a raid."""
        return self.call(
            'GET',
            '/api/targets',
            timeout=timeout,
            patience=patience,
        )

    def list_battles(
        self,
        *,
        empire_id: Optional[str] = None,
        status: Optional[BattleStatus] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListBattlesAnswer:
        """Battles of the world or of one empire, newest first."""
        return self.call(
            'GET',
            '/api/battles',
            query={'empire_id': empire_id, 'status': status, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def read_battle(
        self,
        battle_id: str,
        *,
        share: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Battle:
        """A battle of your empire, or one that was shared, round by round."""
        return self.call(
            'GET',
            f'/api/battle/{_id(battle_id)}',
            query={'share': share},
            timeout=timeout,
            patience=patience,
        )

    def share_battle(
        self,
        battle_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ShareBattleAnswer:
        """Make a public link to the report of your battle."""
        return self.call(
            'POST',
            f'/api/battle/{_id(battle_id)}/share',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def revoke_share(
        self,
        battle_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Revoke your public link to the report of a battle."""
        return self.call(
            'DELETE',
            f'/api/battle/{_id(battle_id)}/share',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_threads(
        self,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListThreadsAnswer:
        """Your threads, the latest first."""
        return self.call(
            'GET',
            '/api/threads',
            query={'before': before, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def start_thread(
        self,
        user_id: str,
        text: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> StartThreadAnswer:
        """Write to a player."""
        return self.call(
            'POST',
            '/api/threads',
            body={'user_id': user_id, 'text': text},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def read_thread(
        self,
        thread_id: str,
        *,
        before: Optional[int] = None,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadThreadAnswer:
        """A thread of yours with its messages."""
        return self.call(
            'GET',
            f'/api/thread/{_id(thread_id)}',
            query={'before': before, 'after': after, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def send_message(
        self,
        thread_id: str,
        text: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> SendMessageAnswer:
        """Write into a thread of yours."""
        return self.call(
            'POST',
            f'/api/thread/{_id(thread_id)}/messages',
            body={'text': text},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def mark_read(
        self,
        thread_id: str,
        number: int,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> MarkReadAnswer:
        """Mark the messages of a thread as read, up to a number."""
        return self.call(
            'POST',
            f'/api/thread/{_id(thread_id)}/read',
            body={'number': number},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def report_message(
        self,
        thread_id: str,
        number: int,
        *,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Report a message of another player to the operator."""
        return self.call(
            'POST',
            f'/api/thread/{_id(thread_id)}/report',
            body={'number': number, 'reason': reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_blocks(
        self,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListBlocksAnswer:
        """The players whom you block, the latest first."""
        return self.call(
            'GET',
            '/api/blocks',
            query={'before': before, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def block_player(
        self,
        user_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> BlockPlayerAnswer:
        """Block a player."""
        return self.call(
            'POST',
            '/api/blocks',
            body={'user_id': user_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def unblock_player(
        self,
        user_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Unblock a player."""
        return self.call(
            'DELETE',
            f'/api/block/{_id(user_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_alarms(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListAlarmsAnswer:
        """What holds at present and concerns you."""
        return self.call(
            'GET',
            '/api/alarms',
            query={'after': after, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def read_alarm_settings(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> AlarmSettings:
        """Which alarms you want, and the browsers that receive them."""
        return self.call(
            'GET',
            '/api/alarms/settings',
            timeout=timeout,
            patience=patience,
        )

    def set_alarm_settings(
        self,
        kinds: list[AlarmKind],
        shows_names: bool,
        quiet: Optional[SetAlarmSettingsQuiet],
        mail: SetAlarmSettingsMail,
        time_zone: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> SetAlarmSettingsAnswer:
        """Choose your alarms, and quiet hours."""
        return self.call(
            'PUT',
            '/api/alarms/settings',
            body={'kinds': kinds, 'shows_names': shows_names, 'quiet': quiet, 'mail': mail, 'time_zone': time_zone},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def add_alarm_device(
        self,
        endpoint: str,
        keys: AddAlarmDeviceKeys,
        *,
        name: Optional[str] = None,
        replaces: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> AddAlarmDeviceAnswer:
        """Send your alarms to a browser."""
        return self.call(
            'POST',
            '/api/alarms/devices',
            body={'endpoint': endpoint, 'keys': keys, 'name': name, 'replaces': replaces},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def remove_alarm_device(
        self,
        device_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Send no more alarms to a browser."""
        return self.call(
            'DELETE',
            f'/api/alarms/device/{_id(device_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def test_alarm_device(
        self,
        device_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Have a test sent to a browser, also in quiet hours."""
        return self.call(
            'POST',
            f'/api/alarms/device/{_id(device_id)}/test',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_alliances(
        self,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListAlliancesAnswer:
        """All alliances, the newest first."""
        return self.call(
            'GET',
            '/api/alliances',
            query={'before': before, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def found_alliance(
        self,
        name: str,
        tag: str,
        *,
        description: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> FoundAllianceAnswer:
        """Found an alliance, which you lead."""
        return self.call(
            'POST',
            '/api/alliances',
            body={'name': name, 'tag': tag, 'description': description},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def read_alliance(
        self,
        alliance_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Alliance:
        """An alliance with its members."""
        return self.call(
            'GET',
            f'/api/alliance/{_id(alliance_id)}',
            timeout=timeout,
            patience=patience,
        )

    def update_alliance(
        self,
        alliance_id: str,
        *,
        description: Optional[str] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Change the description or the note of the alliance that you lead."""
        return self.call(
            'PUT',
            f'/api/alliance/{_id(alliance_id)}',
            body={'description': description, 'note': note},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def dissolve_alliance(
        self,
        alliance_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Dissolve the alliance that you lead."""
        return self.call(
            'DELETE',
            f'/api/alliance/{_id(alliance_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_candidates(
        self,
        alliance_id: str,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListCandidatesAnswer:
        """The empires that the alliance has invited, and those that have applied."""
        return self.call(
            'GET',
            f'/api/alliance/{_id(alliance_id)}/candidates',
            query={'before': before, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def invite_empire(
        self,
        alliance_id: str,
        empire_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Invite an empire."""
        return self.call(
            'POST',
            f'/api/alliance/{_id(alliance_id)}/invitations',
            body={'empire_id': empire_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def apply_to_alliance(
        self,
        alliance_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Apply for the membership of your empire."""
        return self.call(
            'POST',
            f'/api/alliance/{_id(alliance_id)}/applications',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def remove_candidate(
        self,
        alliance_id: str,
        empire_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Remove an invitation or an application."""
        return self.call(
            'DELETE',
            f'/api/alliance/{_id(alliance_id)}/candidate/{_id(empire_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_candidacies(
        self,
        *,
        before: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListCandidaciesAnswer:
        """The alliances that have invited you, and those to which you have applied."""
        return self.call(
            'GET',
            '/api/candidacies',
            query={'before': before, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def accept_member(
        self,
        alliance_id: str,
        empire_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Accept your invitation, or the application of another empire."""
        return self.call(
            'POST',
            f'/api/alliance/{_id(alliance_id)}/members',
            body={'empire_id': empire_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def change_role(
        self,
        alliance_id: str,
        empire_id: str,
        role: AllianceRole,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Give a member a role, or hand the alliance over."""
        return self.call(
            'PUT',
            f'/api/alliance/{_id(alliance_id)}/member/{_id(empire_id)}',
            body={'role': role},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def remove_member(
        self,
        alliance_id: str,
        empire_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Leave the alliance, or expel a member."""
        return self.call(
            'DELETE',
            f'/api/alliance/{_id(alliance_id)}/member/{_id(empire_id)}',
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def read_chat(
        self,
        alliance_id: str,
        *,
        before: Optional[int] = None,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadChatAnswer:
        """What the members of your alliance write, since you joined."""
        return self.call(
            'GET',
            f'/api/alliance/{_id(alliance_id)}/messages',
            query={'before': before, 'after': after, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def write_to_alliance(
        self,
        alliance_id: str,
        text: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> WriteToAllianceAnswer:
        """Write to the members of your alliance."""
        return self.call(
            'POST',
            f'/api/alliance/{_id(alliance_id)}/messages',
            body={'text': text},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def report_chat(
        self,
        alliance_id: str,
        number: int,
        *,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Done:
        """Report a message of another member to the operator."""
        return self.call(
            'POST',
            f'/api/alliance/{_id(alliance_id)}/report',
            body={'number': number, 'reason': reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
            patience=patience,
        )

    def list_threats(
        self,
        alliance_id: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListThreatsAnswer:
        """The attacks on their way to members of your alliance."""
        return self.call(
            'GET',
            f'/api/alliance/{_id(alliance_id)}/threats',
            timeout=timeout,
            patience=patience,
        )

    def read_leaderboard(
        self,
        *,
        type: Optional[RankingType] = None,
        limit: Optional[int] = None,
        from_: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadLeaderboardAnswer:
        """The ranking of empires, or of alliances, with or without a session."""
        return self.call(
            'GET',
            '/api/leaderboard',
            query={'type': type, 'limit': limit, 'from': from_},
            timeout=timeout,
            patience=patience,
        )

    def list_matches(
        self,
        name: str,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListMatchesAnswer:
        """Empires, cities, players and alliances whose names begin with a text."""
        return self.call(
            'GET',
            '/api/search',
            query={'name': name, 'after': after, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def list_seats(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ListSeatsAnswer:
        """The seats of the world and their holders, with or without a session."""
        return self.call(
            'GET',
            '/api/seats',
            query={'after': after, 'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def read_reigns(
        self,
        *,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadReignsAnswer:
        """The current reign, and the Hegemons of earlier ones, with or without a session."""
        return self.call(
            'GET',
            '/api/reigns',
            query={'limit': limit},
            timeout=timeout,
            patience=patience,
        )

    def read_announcement(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadAnnouncementAnswer:
        """What the operator tells all players at present, with or without a session."""
        return self.call(
            'GET',
            '/api/announcement',
            timeout=timeout,
            patience=patience,
        )

    def read_today(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadTodayAnswer:
        """Active players, seat holders, the great battles of the week and the latest Hegemons."""
        return self.call(
            'GET',
            '/api/today',
            timeout=timeout,
            patience=patience,
        )

    def read_map(
        self,
        x: int,
        y: int,
        *,
        radius: Optional[int] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadMapAnswer:
        """Cities and standing armies around a tile."""
        return self.call(
            'GET',
            '/api/map',
            query={'x': x, 'y': y, 'radius': radius},
            timeout=timeout,
            patience=patience,
        )

    def read_rules(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Rules:
        """Every type, cost, formula input and limit of this world."""
        return self.call(
            'GET',
            '/api/rules',
            timeout=timeout,
            patience=patience,
        )

    def read_open_api(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadOpenApiAnswer:
        """Every JSON route, as an OpenAPI 3.1 document."""
        return self.call(
            'GET',
            '/api/openapi.json',
            timeout=timeout,
            patience=patience,
        )

    def read_async_api(
        self,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> ReadAsyncApiAnswer:
        """Every event of the socket, as an AsyncAPI 3.0 document."""
        return self.call(
            'GET',
            '/api/asyncapi.json',
            timeout=timeout,
            patience=patience,
        )
