"""Recorded from the API documents of the server by npm run record:examples.

Members that may be missing are optional; a later server may add members.
"""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union

Json = dict[str, Any]


class Done(TypedDict):
    #: Always true.
    success: Literal[True]
    #: For people.
    message: str


class LogInAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: For people.
    message: str
    #: For `Authorization: Bearer`. The cookie carries it signed; the header also accepts the signed form.
    token: str
    #: When it ends by itself.
    expires_at: str
    #: Whether the login cancelled the deletion of the account.
    deletion_cancelled: bool


class DeleteAccountAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: For people.
    message: str
    #: The account is deleted after this moment, unless you log in before.
    deletes_at: str


class ReadDataAnswer(TypedDict):
    #: When it was created.
    created_at: str
    #: Your account.
    account: ReadDataAnswerAccount
    #: A new e-mail that is not confirmed yet.
    pending_email: Optional[str]
    #: The sessions, newest first.
    sessions: list[ReadDataAnswerSessions]
    #: The newest first.
    tokens: list[ReadDataAnswerTokens]
    #: The networks of your logins of the last 30 days, as keyed hashes.
    login_networks: list[ReadDataAnswerLoginNetworks]
    #: Which alarms you want, and the browsers that receive them.
    alarms: ReadDataAnswerAlarms
    #: Your empire; null until you found one.
    empire: Optional[Empire]
    #: The armies.
    armies: list[Army]
    #: Your wishes; null without an empire.
    wishes: Optional[ReadDataAnswerWishes]
    #: The messages of your threads, by thread and number.
    messages: list[ReadDataAnswerMessages]
    #: What you wrote to alliances in the last 30 days, by alliance and number.
    alliance_messages: list[ReadDataAnswerAllianceMessages]
    #: The players whom you block, the latest first.
    blocks: list[ReadDataAnswerBlocks]
    #: The alliances that have invited you, and those to which you have applied.
    candidacies: list[Candidacy]
    #: Newest first; with the rounds that have been shown.
    battles: list[Battle]
    #: Oldest first. If the first number is above `after` + 1, the entries between are no longer kept.
    events: list[EmpireEvent]
    #: Newest first. Production since the last entry is posted with the next order or event.
    ledger: list[LedgerEntry]


class ReadDataAnswerAccount(TypedDict):
    """Your account."""

    #: Its id.
    id: str
    #: The name of the player.
    username: str
    #: The e-mail address.
    email: str
    #: When it was created.
    created_at: str
    #: When the account last logged in; null before the first time.
    last_login: Optional[str]
    #: Whether the account can be used.
    is_active: bool
    #: Null until the user founds an empire.
    empire_id: Optional[str]


class ReadDataAnswerSessions(TypedDict):
    #: Its id.
    id: str
    #: When it was created.
    created_at: str
    #: When it ends by itself.
    expires_at: str
    #: The address that logged in.
    ip_address: Optional[str]
    #: The program that logged in.
    user_agent: Optional[str]
    #: Browser and system, such as `Chrome on Linux`.
    device: str
    #: Whether it is the session of this request.
    current: bool


class ReadDataAnswerTokens(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    #: `read`: reads only. `play`: everything but changes of the account.
    scope: Literal['read', 'play']
    #: When it was created.
    created_at: str
    #: Null: it works until you revoke it.
    expires_at: Optional[str]
    #: Accurate to an hour. Null: not used yet.
    last_used_at: Optional[str]


class ReadDataAnswerLoginNetworks(TypedDict):
    #: Of the network, with a key of this server.
    hash: str
    #: The last login from there.
    last_login: str


class ReadDataAnswerAlarms(TypedDict):
    """Which alarms you want, and the browsers that receive them."""

    #: The kinds that you want.
    kinds: list[AlarmKind]
    #: Whether alarms name other players. Otherwise they have a kind, your city and a time.
    shows_names: bool
    #: The part of the local day in which nothing is sent; null: none.
    quiet: Optional[ReadDataAnswerAlarmsQuiet]
    #: Mails to your confirmed e-mail. They name no other player.
    mail: ReadDataAnswerAlarmsMail
    #: IANA name.
    time_zone: str
    #: The latest first.
    devices: list[AlarmDevice]


ReadDataAnswerAlarmsQuiet = TypedDict('ReadDataAnswerAlarmsQuiet', {
    #: Hours and minutes of the local day, `22:30`.
    'from': "str",
    #: Hours and minutes of the local day, `22:30`.
    'to': "str",
})


class ReadDataAnswerAlarmsMail(TypedDict):
    """Mails to your confirmed e-mail. They name no other player."""

    #: Whether a mail tells of attacks, at most one an hour.
    attacks: bool
    #: Whether a mail at 08:00 local time tells what happened on the day before.
    summary: bool


class AlarmDevice(TypedDict):
    """A browser that receives your alarms."""

    #: Its id.
    id: str
    #: Its name.
    name: str
    #: When it was created.
    created_at: str
    #: When the push service last accepted an alarm.
    last_success_at: Optional[str]
    #: After 24 hours of failures, the browser is removed.
    failing_since: Optional[str]


class _Empire(TypedDict):
    #: Its id.
    id: str
    kind: EmpireKind
    #: Its name.
    name: str
    #: The user that owns the empire. One system account owns all empires without a player.
    owner_id: str
    #: When it was created.
    created_at: str
    #: What its player wrote about it.
    description: Optional[str]
    #: The stock, in whole units.
    resources: Amounts
    military: MilitaryTotals
    #: Its score; in rules, what a point costs.
    score: int
    #: The part of the score that comes from units and destroyed enemies.
    military_score: int
    #: The part of the score that comes from what is built.
    economic_score: int
    #: Net change per hour.
    rates: Amounts
    #: Storage capacity.
    caps: Amounts
    #: When the stock reaches its cap.
    full_at: Moments
    #: When the stock reaches zero.
    depleted_at: Moments
    #: People of all cities. `used`: workers and units, queued ones included; `total`: all inhabitants.
    population: EmpirePopulation
    #: Crowns of the current reign: 1 an hour, times the speed, for each seat.
    crowns: int
    #: The seats; in rules, their numbers.
    seats: list[EmpireSeats]
    #: Null outside of an alliance.
    alliance: Optional[Membership]
    #: Null without a leave.
    leave: Optional[Leave]
    #: The cities.
    cities: list[City]
    #: Deeds with at least one step. `GET /api/rules` has the counts that reach the steps.
    deeds: list[EmpireDeeds]
    #: The time for which all values are computed.
    server_time: str


class Empire(_Empire, total=False):
    """The current state of an empire."""

    #: Only for the owner. `GET /api/rules` has the conditions.
    goals: list[EmpireGoals]


class Amounts(TypedDict):
    """Whole units of each resource; rates may be negative."""

    #: Amount of gold.
    gold: int
    #: Amount of food.
    food: int
    #: Amount of materials.
    materials: int


class MilitaryTotals(TypedDict):
    """The units of a whole empire."""

    #: Number of units of all types.
    total_units: int
    units_by_type: UnitCounts


class UnitCounts(TypedDict):
    """Number of units of each type."""

    #: Number of soldiers.
    soldiers: int
    #: Number of archers.
    archers: int
    #: Number of knights.
    knights: int
    #: Number of catapults.
    catapults: int


class Moments(TypedDict):
    """A time per resource; null if it never comes."""

    #: Null if it never comes.
    gold: Optional[str]
    #: Null if it never comes.
    food: Optional[str]
    #: Null if it never comes.
    materials: Optional[str]


class EmpirePopulation(TypedDict):
    """People of all cities. `used`: workers and units, queued ones included; `total`: all inhabitants."""

    #: Those that work or serve.
    used: int
    #: All of them.
    total: int


class EmpireSeats(TypedDict):
    #: Its id.
    id: str
    #: Its number.
    number: int
    location: Location
    #: Null for a keeper.
    held_since: Optional[str]


class Location(TypedDict):
    """A tile of the map."""

    #: Column, counted from the centre of the world.
    x: int
    #: Row, counted from the centre of the world.
    y: int


class Membership(TypedDict):
    """The membership of an empire in an alliance."""

    #: Its id.
    id: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: As it was given; `leader_id` of the alliance names the one who leads it.
    role: AllianceRole
    #: When it became a member.
    joined_at: str


class Leave(TypedDict):
    """A leave that is ordered or has begun."""

    #: Real days from its begin to its end.
    days: int
    #: When it was ordered. Since then, the empire sends out no armies.
    ordered_at: str
    #: The end of the notice. Attacks ordered since the order of the leave must meet the empire before it.
    notice_ends_at: str
    #: Null until it begins, at the end of the notice or when the last army is home.
    began_at: Optional[str]
    #: Null until it begins.
    ends_at: Optional[str]


class _City(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    #: Inhabitants.
    population: int
    location: Location
    #: The buildings; in rules, their numbers by type.
    buildings: list[Building]
    #: Net output of the city per hour, minus the upkeep of its buildings. A sack halves it.
    production: Amounts
    #: When a sack of the city ends; null if it is not sacked.
    sacked_until: Optional[str]


class City(_City, total=False):
    """A city."""

    #: Only for the owner.
    construction: list[QueuedLevel]
    #: Only for the owner.
    training: list[TrainingBatch]


class Building(TypedDict):
    """A building; a city has at most one of each type."""

    #: Its id.
    id: str
    type: BuildingType
    #: 0 until the first level is built.
    level: int
    #: Units of its resource per hour; 0 if it produces nothing.
    production: int
    #: Gold per hour.
    upkeep: int
    status: BuildingStatus


class QueuedLevel(TypedDict):
    """A queued level. While it waits, its times are estimates."""

    #: For `DELETE /api/order/{order_id}`.
    order_id: str
    type: BuildingType
    #: Its level.
    level: int
    #: When it begins.
    starts_at: str
    #: When it is finished.
    completes_at: str


class TrainingBatch(TypedDict):
    """Units in training. While the batch waits, its times are estimates."""

    #: The id of the order.
    order_id: str
    unit_type: UnitType
    #: How many.
    quantity: int
    #: When it begins.
    starts_at: str
    #: When it is finished.
    completes_at: str


class EmpireGoals(TypedDict):
    name: GoalName
    #: When it was reached; null: not yet.
    reached_at: Optional[str]
    #: What the stock gains when the goal is reached.
    reward: Amounts


class EmpireDeeds(TypedDict):
    name: DeedName
    #: What the deed counts; it never falls.
    count: int
    #: The day in UTC of each step, 1 to 5 of them.
    reached_on: list[str]


class _Army(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    #: Its current tile, also during a march.
    location: Location
    units: UnitCounts
    status: ArmyStatus
    #: The city or seat of an ally that it guards; for its owner also the one that it will guard after its march.
    #: Else null.
    guards: Optional[ArmyGuards]


class Army(_Army, total=False):
    """An army."""

    #: During a march: for the owner, and for every player if it is an attack.
    destination: Location
    #: When the march began.
    departed_at: str
    #: When the march ends.
    arrives_at: str


class ArmyGuards(TypedDict):
    type: GuardedType
    #: Its id.
    id: str


class ReadDataAnswerWishes(TypedDict):
    #: In the order of the list.
    wishes: list[Union[WishedLevel, WishedBatch]]
    #: What wishes leave in the stock.
    reserve: Amounts


class WishedLevel(TypedDict):
    """A wish for the next level of a building."""

    #: Also the `order_id` of the order that it becomes.
    id: str
    #: The id of the city.
    city_id: str
    type: BuildingType
    #: The level after those that are queued or earlier on the list.
    level: int
    #: How many.
    quantity: Literal[1]
    #: Of that level; null above the highest.
    cost: Optional[Amounts]
    state: WishState
    #: Of the next wish, if nothing changes before; otherwise null.
    due_at: Optional[str]


class WishedBatch(TypedDict):
    """A wish for a batch of units."""

    #: Also the `order_id` of the order that it becomes.
    id: str
    #: The id of the city.
    city_id: str
    unit_type: UnitType
    #: How many.
    quantity: int
    cost: Amounts
    state: WishState
    #: Of the next wish, if nothing changes before; otherwise null.
    due_at: Optional[str]


class ReadDataAnswerMessages(TypedDict):
    #: The id of the thread.
    thread_id: str
    message: Message


class Message(TypedDict):
    """A message of a thread."""

    #: Rises within the thread. Numbers that you do not see may be missing.
    number: int
    #: Null after the account was deleted.
    author_id: Optional[str]
    #: The username; null after the account was deleted.
    author: Optional[str]
    #: Plain text with line breaks: escape it before you show it as HTML.
    text: str
    #: When it was sent.
    sent_at: str


class ReadDataAnswerAllianceMessages(TypedDict):
    #: The id of the alliance.
    alliance_id: str
    message: Message


class ReadDataAnswerBlocks(TypedDict):
    player: Player
    #: When the player was blocked.
    blocked_at: str


class Player(TypedDict):
    """A player, with the present empire."""

    #: The id of the player.
    user_id: str
    #: The name of the player.
    username: str
    #: The id of the empire.
    empire_id: Optional[str]
    #: The name of the empire.
    empire_name: Optional[str]
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]


class Candidacy(TypedDict):
    """An alliance that has invited you, or to which you have applied."""

    kind: CandidateKind
    #: When it was invited, or applied.
    since: str
    alliance: AllianceItem


class AllianceItem(TypedDict):
    """An alliance as lists show it."""

    #: Its id.
    id: str
    #: Its name.
    name: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: What its player wrote about it.
    description: Optional[str]
    #: When it was created.
    created_at: str
    #: The number of its members.
    member_count: int


class Battle(TypedDict):
    """A battle as its participants see it, round by round."""

    #: Its id.
    id: str
    attacker: BattleSide
    defender: BattleSide
    #: The seat that is attacked; null for a city or an army.
    seat_number: Optional[int]
    location: Location
    #: Known from contact on; null if the attacker met no guard. Its rounds come before `rounds`.
    guard: Optional[GuardFight]
    #: The rounds whose time has come, without those of a guard: empty if the guard did not fall.
    rounds: list[Round]
    status: BattleStatus
    phase: BattlePhase
    #: Null while the battle is active.
    result: Optional[BattleResult]
    #: When the attack was ordered.
    started_at: str
    #: When the attacker meets the target.
    contact_at: str
    #: When the last round appears, or the battle was called off; null before contact.
    ends_at: Optional[str]
    #: SHA-256 of the seed as text (its 64 digits in ASCII), hexadecimal. Published when the attack is ordered.
    seed_hash: str
    #: Null until the battle is completed. The roll of a stack in a round, in thousandths, is 900 + (the first 4
    #: bytes, big-endian, of the SHA-256 of the text `seed:round:side:type`) mod 201. The side is `a` or `d`.
    seed: Optional[str]
    #: Morale of the attacker, in thousandths. An estimate before contact.
    morale: int
    #: The version of the battle rules, with which every round can be recomputed.
    resolver: Literal[2]
    #: Thousandths of a hit point that each attacking stack loses to the wall before round 1. Known from contact on;
    #: null if the battle was called off.
    volley: Optional[StackCounts]
    #: Level of the wall; null until completed, and if no city was attacked.
    wall: Optional[BattleWall]
    #: All that the attacker carries home; null until completed.
    loot: Optional[Amounts]
    #: Null until completed, and if the fight began no sack of the city.
    sack: Optional[BattleSack]
    #: Why the battle was called off; null otherwise.
    called_off: Optional[CallOffReason]
    #: Your public link to this report; null without one.
    share: Optional[BattleShare]


class BattleSide(TypedDict):
    """One side of a battle."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: Only a `player` empire has a player.
    kind: EmpireKind
    #: The name of the player.
    username: str
    #: The id of the army.
    army_id: Optional[str]
    #: The id of the city.
    city_id: Optional[str]
    #: Known from contact on, with militia. Null if the battle was called off.
    units_start: Optional[StackCounts]
    #: Known when the battle is completed; with militia.
    units_end: Optional[StackCounts]
    #: Known when the battle is completed; without militia.
    losses: Optional[UnitCounts]


class StackCounts(TypedDict):
    """Number of units in each stack of a battle, with militia."""

    #: Number of soldiers.
    soldiers: int
    #: Number of archers.
    archers: int
    #: Number of knights.
    knights: int
    #: Number of catapults.
    catapults: int
    #: The militia of a city.
    militia: int


class GuardFight(TypedDict):
    """The fight of a guard, in the open, before that of the holder. The attacker meets the holder only if the guard
    falls."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The id of the army.
    army_id: str
    #: Morale of the attacker in this fight, in thousandths.
    morale: int
    units_start: StackCounts
    #: The rounds whose time has come. The seed of their rolls is the text of the seed with `/1` at its end.
    rounds: list[Round]
    #: Known when the battle is completed.
    units_end: Optional[StackCounts]
    #: Known when the battle is completed.
    losses: Optional[UnitCounts]


class Round(TypedDict):
    """A round of a battle."""

    #: Starts at 1.
    round: int
    attacker: RoundSide
    defender: RoundSide
    #: Losses, in sentences.
    events: list[str]


class RoundSide(TypedDict):
    """One side in a round: damage dealt and units left."""

    #: Units left after the round.
    units: StackCounts
    #: Damage dealt by each stack, in thousandths of a hit point, with overkill.
    damage: StackCounts


class BattleWall(TypedDict):
    #: Before the battle.
    before: int
    #: After the battle.
    after: int


class BattleSack(TypedDict):
    #: When the city makes its full output again.
    until: str
    #: The part of `loot` that does not come from the stock.
    loot: Amounts


class BattleShare(TypedDict):
    """A public link to the report of a battle."""

    #: 43 characters of base64url.
    token: str
    #: The page of the report, with the token, for everybody.
    path: str
    #: When it was created.
    created_at: str


class EmpireEventEmpireFounded(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['empire_founded']
    #: The data of this type of entry or answer.
    data: EmpireEventEmpireFoundedData


class EmpireEventEmpireFoundedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the city.
    city_id: str
    #: The name of the city.
    city_name: str
    location: Location


class EmpireEventCityFounded(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['city_founded']
    #: The data of this type of entry or answer.
    data: EmpireEventCityFoundedData


class EmpireEventCityFoundedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the city.
    city_id: str
    #: The name of the city.
    city_name: str
    location: Location


class EmpireEventCityRenamed(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['city_renamed']
    #: The data of this type of entry or answer.
    data: EmpireEventCityRenamedData


class EmpireEventCityRenamedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the city.
    city_id: str
    #: The name of the city.
    city_name: str
    #: The name before.
    former_name: str


class EmpireEventConstructionComplete(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['construction_complete']
    #: The data of this type of entry or answer.
    data: EmpireEventConstructionCompleteData


class EmpireEventConstructionCompleteData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the city.
    city_id: str
    #: The name of the city.
    city_name: str
    #: The building.
    building: EmpireEventConstructionCompleteDataBuilding


class EmpireEventConstructionCompleteDataBuilding(TypedDict):
    """The building."""

    #: Its id.
    id: str
    type: BuildingType
    #: Its level.
    level: int


class EmpireEventUnitTrainingComplete(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['unit_training_complete']
    #: The data of this type of entry or answer.
    data: EmpireEventUnitTrainingCompleteData


class EmpireEventUnitTrainingCompleteData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the city.
    city_id: str
    #: The name of the city.
    city_name: str
    #: The units; in rules, their numbers by type.
    units: EmpireEventUnitTrainingCompleteDataUnits


class EmpireEventUnitTrainingCompleteDataUnits(TypedDict):
    """The units; in rules, their numbers by type."""

    type: UnitType
    #: How many.
    quantity: int


class EmpireEventArmyArrived(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['army_arrived']
    #: The data of this type of entry or answer.
    data: EmpireEventArmyArrivedData


class EmpireEventArmyArrivedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the army.
    army_id: str
    #: The name of the army.
    army_name: str
    location: Location
    loot: Amounts


class EmpireEventDesertion(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['desertion']
    #: The data of this type of entry or answer.
    data: EmpireEventDesertionData


class EmpireEventDesertionData(TypedDict):
    """The data of this type of entry or answer."""

    lost: UnitCounts


class EmpireEventSackEnded(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['sack_ended']
    #: The data of this type of entry or answer.
    data: EmpireEventSackEndedData


class EmpireEventSackEndedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the city.
    city_id: str
    #: The name of the city.
    city_name: str


class EmpireEventGoalReached(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['goal_reached']
    #: The data of this type of entry or answer.
    data: EmpireEventGoalReachedData


class EmpireEventGoalReachedData(TypedDict):
    """The data of this type of entry or answer."""

    goal: GoalName
    #: What your stock gained at that moment.
    reward: Amounts


class EmpireEventSeatTaken(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['seat_taken']
    #: The data of this type of entry or answer.
    data: EmpireEventSeatTakenData


class _EmpireEventSeatTakenData(TypedDict):
    #: The id of the seat.
    seat_id: str
    #: The number of the seat.
    seat_number: int
    location: Location
    #: The id of the battle.
    battle_id: str
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str


class EmpireEventSeatTakenData(_EmpireEventSeatTakenData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventSeatLost(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['seat_lost']
    #: The data of this type of entry or answer.
    data: EmpireEventSeatLostData


class _EmpireEventSeatLostData(TypedDict):
    #: The id of the seat.
    seat_id: str
    #: The number of the seat.
    seat_number: int
    location: Location
    #: The id of the battle.
    battle_id: str
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str


class EmpireEventSeatLostData(_EmpireEventSeatLostData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventGuardArrived(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['guard_arrived']
    #: The data of this type of entry or answer.
    data: EmpireEventGuardArrivedData


class _EmpireEventGuardArrivedData(TypedDict):
    #: The id of the army.
    army_id: str
    #: The name of the army.
    army_name: str
    place_type: GuardedType
    #: The id of the city or seat.
    place_id: str
    location: Location
    #: Whether the army is yours; else the place is.
    is_own: bool
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str


class EmpireEventGuardArrivedData(_EmpireEventGuardArrivedData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventGuardLeft(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['guard_left']
    #: The data of this type of entry or answer.
    data: EmpireEventGuardLeftData


class _EmpireEventGuardLeftData(TypedDict):
    #: The id of the army.
    army_id: str
    #: The name of the army.
    army_name: str
    place_type: GuardedType
    #: The id of the city or seat.
    place_id: str
    location: Location
    #: Whether the army is yours; else the place is.
    is_own: bool
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str


class EmpireEventGuardLeftData(_EmpireEventGuardLeftData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventGuardFell(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['guard_fell']
    #: The data of this type of entry or answer.
    data: EmpireEventGuardFellData


class _EmpireEventGuardFellData(TypedDict):
    #: The id of the army.
    army_id: str
    #: The name of the army.
    army_name: str
    place_type: GuardedType
    #: The id of the city or seat.
    place_id: str
    location: Location
    #: Whether the army is yours; else the place is.
    is_own: bool
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str


class EmpireEventGuardFellData(_EmpireEventGuardFellData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventHegemon(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['hegemon']
    #: The data of this type of entry or answer.
    data: EmpireEventHegemonData


class EmpireEventHegemonData(TypedDict):
    """The data of this type of entry or answer."""

    #: Number of the reign that you won.
    reign: int
    #: Crowns of the reign.
    crowns: int
    #: When it ended.
    ended_at: str


class EmpireEventAllianceJoined(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['alliance_joined']
    #: The data of this type of entry or answer.
    data: EmpireEventAllianceJoinedData


class EmpireEventAllianceJoinedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the alliance.
    alliance_id: str
    #: The tag of the alliance.
    alliance_tag: str
    role: AllianceRole


class EmpireEventAllianceRole(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['alliance_role']
    #: The data of this type of entry or answer.
    data: EmpireEventAllianceRoleData


class EmpireEventAllianceRoleData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the alliance.
    alliance_id: str
    #: The tag of the alliance.
    alliance_tag: str
    role: AllianceRole


class EmpireEventAllianceLeft(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['alliance_left']
    #: The data of this type of entry or answer.
    data: EmpireEventAllianceLeftData


class EmpireEventAllianceLeftData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the alliance.
    alliance_id: str
    #: The tag of the alliance.
    alliance_tag: str
    reason: LeaveReason


class EmpireEventAllianceInvited(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['alliance_invited']
    #: The data of this type of entry or answer.
    data: EmpireEventAllianceInvitedData


class EmpireEventAllianceInvitedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the alliance.
    alliance_id: str
    #: The tag of the alliance.
    alliance_tag: str


class EmpireEventAllianceApplied(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['alliance_applied']
    #: The data of this type of entry or answer.
    data: EmpireEventAllianceAppliedData


class EmpireEventAllianceAppliedData(TypedDict):
    """The data of this type of entry or answer."""

    #: The id of the alliance.
    alliance_id: str
    #: The tag of the alliance.
    alliance_tag: str
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str


class EmpireEventLeaveBegun(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['leave_begun']
    #: The data of this type of entry or answer.
    data: EmpireEventLeaveBegunData


class EmpireEventLeaveBegunData(TypedDict):
    """The data of this type of entry or answer."""

    #: When it ends, unless you return before.
    ends_at: str


class EmpireEventLeaveEnded(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['leave_ended']
    #: The data of this type of entry or answer.
    data: EmpireEventLeaveEndedData


class EmpireEventLeaveEndedData(TypedDict):
    """The data of this type of entry or answer."""

    #: Null if it was dropped because it could not begin.
    began_at: Optional[str]


class EmpireEventProtectionEnded(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['protection_ended']
    #: The data of this type of entry or answer.
    data: EmpireEventProtectionEndedData


class EmpireEventProtectionEndedData(TypedDict):
    """The data of this type of entry or answer."""

    pass


class EmpireEventBattleStart(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['battle_start']
    #: The data of this type of entry or answer.
    data: EmpireEventBattleStartData


class _EmpireEventBattleStartData(TypedDict):
    #: The id of the battle.
    battle_id: str
    role: Role
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str
    location: Location
    #: When the attacker meets the target.
    contact_at: str


class EmpireEventBattleStartData(_EmpireEventBattleStartData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventBattleContact(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['battle_contact']
    #: The data of this type of entry or answer.
    data: EmpireEventBattleContactData


class _EmpireEventBattleContactData(TypedDict):
    #: The id of the battle.
    battle_id: str
    role: Role
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str
    location: Location
    #: When it ends.
    ends_at: str


class EmpireEventBattleContactData(_EmpireEventBattleContactData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventBattleEnd(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['battle_end']
    #: The data of this type of entry or answer.
    data: EmpireEventBattleEndData


class _EmpireEventBattleEndData(TypedDict):
    #: The id of the battle.
    battle_id: str
    role: Role
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str
    location: Location
    result: BattleResult
    #: Without militia.
    losses: EmpireEventBattleEndDataLosses
    #: All zeros if nothing was plundered.
    loot: Amounts


class EmpireEventBattleEndData(_EmpireEventBattleEndData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str


class EmpireEventBattleEndDataLosses(TypedDict):
    """Without militia."""

    attacker: UnitCounts
    defender: UnitCounts


class EmpireEventBattleCalledOff(TypedDict):
    #: Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.
    number: int
    #: When it happened.
    at: str
    #: Its type.
    type: Literal['battle_called_off']
    #: The data of this type of entry or answer.
    data: EmpireEventBattleCalledOffData


class _EmpireEventBattleCalledOffData(TypedDict):
    #: The id of the battle.
    battle_id: str
    role: Role
    #: The empire of the other side.
    opponent_id: str
    #: The name of that empire.
    opponent_name: str
    location: Location
    reason: CallOffReason


class EmpireEventBattleCalledOffData(_EmpireEventBattleCalledOffData, total=False):
    """The data of this type of entry or answer."""

    #: The tag of its alliance; absent outside of one.
    opponent_tag: str
    #: Only for the defender: how many attacks of this attacker were called off in 24 hours, this one included.
    count: int


class LedgerEntry(TypedDict):
    """A change of stock or units with its cause. Only production that is the latest entry changes: it grows until
    the next change."""

    #: Starts at 1, without gaps.
    number: int
    #: When it happened.
    at: str
    cause: LedgerCause
    #: Change of the shown stock, in whole units.
    stock: LedgerEntryStock
    stock_after: Amounts
    #: The units; in rules, their numbers by type.
    units: LedgerEntryUnits
    #: The city that built or trained, or that was plundered.
    city_id: Optional[str]
    #: The battle that cost units, or from which the plunder comes.
    battle_id: Optional[str]
    #: The highest level ordered; for a cancelled order, the lowest level that is not built.
    building: Optional[LedgerEntryBuilding]


class LedgerEntryStock(TypedDict):
    """Change of the shown stock, in whole units."""

    #: Negative for a loss.
    gold: int
    #: Negative for a loss.
    food: int
    #: Negative for a loss.
    materials: int


class LedgerEntryUnits(TypedDict):
    """The units; in rules, their numbers by type."""

    #: Negative for a loss.
    soldiers: int
    #: Negative for a loss.
    archers: int
    #: Negative for a loss.
    knights: int
    #: Negative for a loss.
    catapults: int


class LedgerEntryBuilding(TypedDict):
    type: BuildingType
    #: Its level.
    level: int


class ReadProfileAnswer(TypedDict):
    #: Its id.
    id: str
    #: The name of the player.
    username: str
    #: The e-mail address.
    email: str
    #: When it was created.
    created_at: str
    #: When the account last logged in; null before the first time.
    last_login: Optional[str]
    #: Whether the account can be used.
    is_active: bool
    #: Null until the user founds an empire.
    empire_id: Optional[str]


class ListSessionsAnswer(TypedDict):
    #: The sessions, newest first.
    sessions: list[ListSessionsAnswerSessions]


class ListSessionsAnswerSessions(TypedDict):
    #: Its id.
    id: str
    #: When it was created.
    created_at: str
    #: When it ends by itself.
    expires_at: str
    #: The address that logged in.
    ip_address: Optional[str]
    #: The program that logged in.
    user_agent: Optional[str]
    #: Browser and system, such as `Chrome on Linux`.
    device: str
    #: Whether it is the session of this request.
    current: bool


class ListTokensAnswer(TypedDict):
    #: The newest first.
    tokens: list[ListTokensAnswerTokens]


class ListTokensAnswerTokens(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    #: `read`: reads only. `play`: everything but changes of the account.
    scope: Literal['read', 'play']
    #: When it was created.
    created_at: str
    #: Null: it works until you revoke it.
    expires_at: Optional[str]
    #: Accurate to an hour. Null: not used yet.
    last_used_at: Optional[str]


class CreateTokenAnswer(TypedDict):
    #: The token, without its secret.
    token: CreateTokenAnswerToken
    #: For `Authorization: Bearer`. No later response repeats it.
    secret: str


class CreateTokenAnswerToken(TypedDict):
    """The token, without its secret."""

    #: Its id.
    id: str
    #: Its name.
    name: str
    #: `read`: reads only. `play`: everything but changes of the account.
    scope: Literal['read', 'play']
    #: When it was created.
    created_at: str
    #: Null: it works until you revoke it.
    expires_at: Optional[str]
    #: Accurate to an hour. Null: not used yet.
    last_used_at: Optional[str]


class Tile(TypedDict):
    """A tile inside the world: both coordinates are from -world_radius to world_radius."""

    #: Column, counted from the centre of the world.
    x: int
    #: Row, counted from the centre of the world.
    y: int


class FoundEmpireAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The empire.
    empire: FoundEmpireAnswerEmpire


class FoundEmpireAnswerEmpire(TypedDict):
    """The empire."""

    #: Its id.
    id: str
    #: Its name.
    name: str
    #: The user that owns the empire.
    owner_id: str
    #: When it was created.
    created_at: str
    #: The first city.
    capital: FoundEmpireAnswerEmpireCapital


class FoundEmpireAnswerEmpireCapital(TypedDict):
    """The first city."""

    #: Its id.
    id: str
    #: Its name.
    name: str
    location: Location


class ListEmpiresAnswer(TypedDict):
    #: The empires of the page.
    empires: list[EmpireItem]
    #: The place of this page in the list.
    pagination: ListEmpiresAnswerPagination


class EmpireItem(TypedDict):
    """An empire as lists show it."""

    #: Its id.
    id: str
    kind: EmpireKind
    #: Its name.
    name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The user that owns the empire. One system account owns all empires without a player.
    owner_id: str
    #: When it was created.
    created_at: str
    #: What its player wrote about it.
    description: Optional[str]
    #: The stock, in whole units.
    resources: Amounts
    military: MilitaryTotals
    #: Its score; in rules, what a point costs.
    score: int


class ListEmpiresAnswerPagination(TypedDict):
    """The place of this page in the list."""

    #: The page, from 1.
    page: int
    #: Number of items per page.
    limit: int
    #: All of them.
    total: int
    #: Number of pages.
    pages: int


class UpdateEmpireAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    empire: Empire


class ListScoresAnswer(TypedDict):
    #: Oldest first: the score as of the first change of the empire on each day. Days without a change are missing.
    scores: list[ListScoresAnswerScores]


class ListScoresAnswerScores(TypedDict):
    #: A day in UTC.
    day: str
    #: Its score; in rules, what a point costs.
    score: int


class ListEventsAnswer(TypedDict):
    #: Oldest first. If the first number is above `after` + 1, the entries between are no longer kept.
    events: list[EmpireEvent]
    #: Number of the latest entry; 0 if there is none.
    last: int
    #: For `after` of the next page; null after the last one.
    next: Optional[int]


class ListNewsAnswer(TypedDict):
    #: Results that you have not read, newest first; at most 50. Older ones count as read.
    results: list[EmpireEvent]


class MarkNewsAnswer(TypedDict):
    #: Always true.
    success: Literal[True]


class ListLedgerAnswer(TypedDict):
    #: Newest first. Production since the last entry is posted with the next order or event.
    entries: list[LedgerEntry]
    #: For `before` of the next page; null after the last one.
    next: Optional[int]


class ListWishesAnswer(TypedDict):
    #: In the order of the list.
    wishes: list[Union[WishedLevel, WishedBatch]]
    #: What wishes leave in the stock.
    reserve: Amounts


class SetWishesWishes(TypedDict):
    #: Its id.
    id: str


class SetWishesReserve(TypedDict):
    """Absent: unchanged."""

    #: Amount of gold.
    gold: int
    #: Amount of food.
    food: int
    #: Amount of materials.
    materials: int


class SetWishesAnswer(TypedDict):
    #: In the order of the list.
    wishes: list[Union[WishedLevel, WishedBatch]]
    #: What wishes leave in the stock.
    reserve: Amounts


class TakeLeaveAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: Null after the return.
    leave: Optional[Leave]


class EndLeaveAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: Null after the return.
    leave: Optional[Leave]


class ListCitiesAnswer(TypedDict):
    #: The cities.
    cities: list[ListCitiesAnswerCities]


class _ListCitiesAnswerCities(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    #: Inhabitants.
    population: int
    location: Location
    #: The buildings; in rules, their numbers by type.
    buildings: list[Building]
    #: Net output of the city per hour, minus the upkeep of its buildings. A sack halves it.
    production: Amounts
    #: When a sack of the city ends; null if it is not sacked.
    sacked_until: Optional[str]
    #: The guard; null without one.
    guard: Optional[PlaceGuard]


class ListCitiesAnswerCities(_ListCitiesAnswerCities, total=False):
    #: Only for the owner.
    construction: list[QueuedLevel]
    #: Only for the owner.
    training: list[TrainingBatch]


class PlaceGuard(TypedDict):
    """The army of an ally that defends a city or seat before the holder."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The id of the army.
    army_id: str
    #: When it arrived.
    since: str
    units: UnitCounts


class FoundCityAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    city: City


class RenameCityAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    city: City


class ListBuildingsAnswer(TypedDict):
    #: The buildings; in rules, their numbers by type.
    buildings: list[Building]


class BuildAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    building: Building
    #: The order.
    order: BuildAnswerOrder


class BuildAnswerOrder(TypedDict):
    """The order."""

    #: Its id.
    id: str
    #: The first ordered level.
    from_level: int
    #: The last ordered level.
    to_level: int
    cost: Amounts
    #: When it begins.
    starts_at: str
    #: Completion of the last level. An estimate while the order waits.
    completes_at: str


class TrainAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The order.
    order: TrainAnswerOrder


class TrainAnswerOrder(TypedDict):
    """The order."""

    #: Its id.
    id: str
    #: The id of the city.
    city_id: str
    unit_type: UnitType
    #: How many.
    quantity: int
    cost: Amounts
    #: When it begins.
    starts_at: str
    #: Delivery of the whole batch. An estimate while it waits.
    completes_at: str


class CancelOrderAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: 80 % of the cost of the unfinished levels, rounded down.
    refund: Amounts


class ReadMilitaryAnswer(TypedDict):
    #: Number of units of all types.
    total_units: int
    units_by_type: UnitCounts
    #: The armies.
    armies: list[Army]


class MoveArmyAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    army: Army


class RecallArmyAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    army: Army


class GuardArmyAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    army: Army


class SplitArmyUnits(TypedDict, total=False):
    """Units of the new army: at least one, and at least one unit must stay."""

    #: Number of soldiers.
    soldiers: int
    #: Number of archers.
    archers: int
    #: Number of knights.
    knights: int
    #: Number of catapults.
    catapults: int


class SplitArmyAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    army: Army


class MergeArmyAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    army: Army


class DismissUnitsUnits(TypedDict, total=False):
    """Units to discharge: at least one."""

    #: Number of soldiers.
    soldiers: int
    #: Number of archers.
    archers: int
    #: Number of knights.
    knights: int
    #: Number of catapults.
    catapults: int


class DismissUnitsAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: null: no unit is left, so the army has ceased to exist.
    army: Optional[Army]


class AttackAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    battle: OrderedBattle


class OrderedBattle(TypedDict):
    """A battle that was just ordered."""

    #: Its id.
    id: str
    #: The empire that attacks.
    attacker_id: str
    #: The empire that is attacked.
    defender_id: str
    location: Location
    status: BattleStatus
    phase: BattlePhase
    #: When the attack was ordered.
    started_at: str
    #: When the attacker meets the target.
    contact_at: str
    #: The result; null while it is open.
    result: Any
    #: SHA-256 of the seed as text (its 64 digits in ASCII), hexadecimal. Published when the attack is ordered.
    seed_hash: str
    #: In thousandths. An estimate; recomputed at contact.
    morale: int


class AttackManyOrders(TypedDict):
    #: One of your armies, standing or on a plain march. It departs from its current tile.
    army_id: str
    target_type: TargetType
    #: A city, a standing army or a seat. An army in a city of its own empire is attacked as that city.
    target_id: str


class AttackManyAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The outcome of each order, in the order of the request.
    orders: list[AttackManyAnswerOrders]


class AttackManyAnswerOrders(TypedDict):
    #: The id of the army.
    army_id: str
    target_type: TargetType
    #: The id of the city, army or seat that is attacked.
    target_id: str
    #: Null if this order was refused.
    battle: Optional[OrderedBattle]
    #: Why this order was refused; null if it was not.
    refusal: Optional[ErrorBody]


class _ErrorBody(TypedDict):
    #: For people.
    error: str
    #: For programs.
    code: ErrorCode


class ErrorBody(_ErrorBody, total=False):
    """A refusal."""

    #: What is wrong or what to do. Never repeats the sent value.
    details: str


class ListTargetsAnswer(TypedDict):
    #: The nearest to your capital first.
    targets: list[Target]


class Target(TypedDict):
    """A place that you have attacked before."""

    #: A city, also of a village, or a seat.
    target_type: Literal['city', 'seat']
    #: The id of the city, army or seat that is attacked.
    target_id: str
    #: Of a city; null for a seat.
    name: Optional[str]
    #: The empire that has it; of a seat also its keeper.
    holder: TargetHolder
    location: Location
    #: Tiles from your capital.
    distance: float
    #: What a victory would take of a city at present, if the army could carry it. Null for a seat.
    loot: Optional[Amounts]
    #: The armies of the holder that stand there, without militia.
    garrison: UnitCounts
    #: Why you cannot attack it at present: `ALLIED`, `PROTECTED`, `RECENTLY_RECALLED` or `SEAT_LIMIT`; null if you
    #: can.
    refusal: Optional[ErrorCode]
    #: Whether the order would end your newcomer protection.
    ends_protection: bool
    #: The nearest of your free armies that wins 30 of 40 simulated battles, of the 3 nearest; else the one of them
    #: that wins most. Each army is named once, for the target that is nearest to your capital. Guards are left out.
    #: Null if no army is left, or you cannot attack.
    army: Optional[TargetArmy]
    #: Your latest attack on it, of your latest 300.
    last_attack: TargetLastAttack


class TargetHolder(TypedDict):
    """The empire that has it; of a seat also its keeper."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    kind: EmpireKind


class TargetArmy(TypedDict):
    #: The id of the army.
    army_id: str
    #: Time of its march at the speed of the world.
    march_seconds: float
    #: The simulated battles that it wins, of 40.
    won: int


class TargetLastAttack(TypedDict):
    """Your latest attack on it, of your latest 300."""

    #: The id of the battle.
    battle_id: str
    #: Null until its last round was shown.
    result: Optional[BattleResult]
    #: What it took; null until then.
    loot: Optional[Amounts]


class ListBattlesAnswer(TypedDict):
    #: The battles, latest first.
    battles: list[BattleItem]


class BattleItem(TypedDict):
    """A battle as lists show it to every player."""

    #: Its id.
    id: str
    #: The empire that attacks.
    attacker_id: str
    #: The empire that is attacked.
    defender_id: str
    #: Name of the attacking empire.
    attacker_name: str
    #: The tag of its alliance; null outside of one.
    attacker_tag: Optional[str]
    #: Name of the attacked empire.
    defender_name: str
    #: The tag of its alliance; null outside of one.
    defender_tag: Optional[str]
    location: Location
    status: BattleStatus
    phase: BattlePhase
    #: When the attack was ordered.
    started_at: str
    #: When the attacker meets the target.
    contact_at: str
    #: When the last round appears, or the battle was called off; null before contact.
    ends_at: Optional[str]
    #: Null while the battle is active.
    result: Optional[BattleResult]


class ShareBattleAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    share: BattleShare


class ListThreadsAnswer(TypedDict):
    #: The latest first.
    threads: list[ListThreadsAnswerThreads]
    #: For `before` of the next page; null after the last one.
    next: Optional[str]


ListThreadsAnswerThreads = TypedDict('ListThreadsAnswerThreads', {
    #: Its id.
    'id': "str",
    #: The other player; null after the account was deleted.
    'with': "Optional[Player]",
    #: Messages of others that you have not marked as read.
    'unread': "int",
    #: The number up to which you have marked messages as read.
    'read_to': "int",
    #: The number of the latest message that you see.
    'last': "int",
    #: When that message was sent.
    'updated_at': "str",
    'latest': "Message",
})


class StartThreadAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The id of the thread.
    thread_id: str
    message: Message


class ReadThreadAnswer(TypedDict):
    thread: Thread
    #: Whether you block the other player.
    is_blocked: bool
    #: In the order of their numbers.
    messages: list[Message]
    #: For `after` if the request had it, otherwise for `before` of the next page; null after the last one.
    next: Optional[int]


Thread = TypedDict('Thread', {
    #: Its id.
    'id': "str",
    #: The other player; null after the account was deleted.
    'with': "Optional[Player]",
    #: Messages of others that you have not marked as read.
    'unread': "int",
    #: The number up to which you have marked messages as read.
    'read_to': "int",
    #: The number of the latest message that you see.
    'last': "int",
    #: When that message was sent.
    'updated_at': "str",
})


class SendMessageAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The id of the thread.
    thread_id: str
    message: Message


class MarkReadAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The number up to which messages are read.
    read_to: int
    #: Number of unread messages.
    unread: int


class ListBlocksAnswer(TypedDict):
    #: The latest first.
    blocks: list[ListBlocksAnswerBlocks]
    #: For `before` of the next page; null after the last one.
    next: Optional[str]


class ListBlocksAnswerBlocks(TypedDict):
    player: Player
    #: When the player was blocked.
    blocked_at: str


class BlockPlayerAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    player: Player


class ListAlarmsAnswer(TypedDict):
    #: By kind and id: attacks, battles, messages, threats, wishes, storages.
    alarms: list[Alarm]
    #: For `after` of the next page; null after the last one.
    next: Optional[str]


class Alarm(TypedDict):
    """Something that holds at present and that you may want to know at once."""

    #: The same for as long as the alarm holds.
    id: str
    kind: AlarmKind
    #: When it began; for `storage` and `wish` the time of this response.
    at: str
    #: Shared by alarms of which a later one replaces an earlier one.
    tag: str
    #: The alarm in a few words.
    title: str
    #: A sentence that names others only if you chose so; may be empty.
    text: str
    #: Your city that it concerns, if there is one.
    city: Optional[str]
    #: The other empire or player, if there is one.
    opponent: Optional[str]
    #: For an attack or a threat, when the army arrives.
    contact_at: Optional[str]
    #: The page to open.
    path: str


class AlarmSettings(TypedDict):
    """Which alarms you want, and where they go."""

    #: The kinds that you want.
    kinds: list[AlarmKind]
    #: Whether alarms name other players. Otherwise they have a kind, your city and a time.
    shows_names: bool
    #: The part of the local day in which nothing is sent; null: none.
    quiet: Optional[AlarmSettingsQuiet]
    #: Mails to your confirmed e-mail. They name no other player.
    mail: AlarmSettingsMail
    #: IANA name.
    time_zone: str
    #: Whether mails reach you: not before you confirm your e-mail, and not if the server sends none.
    mail_state: Literal['ready', 'unconfirmed', 'unavailable']
    #: The `applicationServerKey` for `pushManager.subscribe`, as base64url.
    push_key: str
    #: The latest first; at most 10: a further one replaces the one that was reached least recently.
    devices: list[AlarmDevice]


AlarmSettingsQuiet = TypedDict('AlarmSettingsQuiet', {
    #: Hours and minutes of the local day, `22:30`.
    'from': "str",
    #: Hours and minutes of the local day, `22:30`.
    'to': "str",
})


class AlarmSettingsMail(TypedDict):
    """Mails to your confirmed e-mail. They name no other player."""

    #: Whether a mail tells of attacks, at most one an hour.
    attacks: bool
    #: Whether a mail at 08:00 local time tells what happened on the day before.
    summary: bool


SetAlarmSettingsQuiet = TypedDict('SetAlarmSettingsQuiet', {
    #: Hours and minutes of the local day, `22:30`.
    'from': "str",
    #: Hours and minutes of the local day, `22:30`.
    'to': "str",
})


class SetAlarmSettingsMail(TypedDict):
    """Mails to your confirmed e-mail. They name no other player."""

    #: Whether a mail tells of attacks, at most one an hour.
    attacks: bool
    #: Whether a mail at 08:00 local time tells what happened on the day before.
    summary: bool


class SetAlarmSettingsAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    settings: AlarmSettings


class AddAlarmDeviceKeys(TypedDict):
    """As in `PushSubscription.toJSON()`."""

    #: The public key of the browser.
    p256dh: str
    #: The secret that it shares with the sender.
    auth: str


class AddAlarmDeviceAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    device: AlarmDevice


class ListAlliancesAnswer(TypedDict):
    #: The newest first.
    alliances: list[AllianceItem]
    #: For `before` of the next page; null after the last one.
    next: Optional[str]


class FoundAllianceAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    alliance: AllianceItem


class Alliance(TypedDict):
    """An alliance with its members."""

    #: Its id.
    id: str
    #: Its name.
    name: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: What its player wrote about it.
    description: Optional[str]
    #: When it was created.
    created_at: str
    #: The number of its members.
    member_count: int
    #: The empire that leads: the leader, or after 30 days without one the longest-serving officer.
    leader_id: str
    #: The leader first, then officers, then members, each by time of service.
    members: list[AllianceMember]


class AllianceMember(TypedDict):
    """A member of an alliance."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The user that owns the empire.
    owner_id: str
    #: The name of its player.
    owner_username: str
    #: Whether one of the operator’s bots plays it.
    is_bot: bool
    role: AllianceRole
    #: When it became a member.
    joined_at: str
    #: On leave, it neither leads the alliance nor takes part.
    on_leave: bool
    #: Its score; in rules, what a point costs.
    score: int


class ListCandidatesAnswer(TypedDict):
    #: The newest first.
    candidates: list[Candidate]
    #: For `before` of the next page; null after the last one.
    next: Optional[str]


class Candidate(TypedDict):
    """An empire that an alliance has invited, or that has applied."""

    kind: CandidateKind
    #: When it was invited, or applied.
    since: str
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The user that owns the empire.
    owner_id: str
    #: The name of its player.
    owner_username: str
    #: Whether one of the operator’s bots plays it.
    is_bot: bool
    #: Its score; in rules, what a point costs.
    score: int


class ListCandidaciesAnswer(TypedDict):
    #: The newest first.
    candidacies: list[Candidacy]
    #: For `before` of the next page; null after the last one.
    next: Optional[str]


class ReadChatAnswer(TypedDict):
    #: What the leader keeps on top of the chat; null without one.
    note: Optional[str]
    #: In the order of their numbers.
    messages: list[AllianceMessage]
    #: For `after` if the request had it, otherwise for `before` of the next page; null after the last one.
    next: Optional[int]


class AllianceMessage(TypedDict):
    """A message to all members of an alliance."""

    #: Rises within the thread. Numbers that you do not see may be missing.
    number: int
    #: Null after the account was deleted.
    author_id: Optional[str]
    #: The username; null after the account was deleted.
    author: Optional[str]
    #: Plain text with line breaks: escape it before you show it as HTML.
    text: str
    #: When it was sent.
    sent_at: str
    #: Whether you block the author: fold the text.
    is_blocked: bool


class WriteToAllianceAnswer(TypedDict):
    #: Always true.
    success: Literal[True]
    #: The id of the alliance.
    alliance_id: str
    message: AllianceMessage


class ListThreatsAnswer(TypedDict):
    #: The attacks on their way to members, soonest first; 100 at most.
    threats: list[ListThreatsAnswerThreats]


class ListThreatsAnswerThreats(TypedDict):
    #: Its id.
    id: str
    #: The empire that attacks.
    attacker_id: str
    #: The empire that is attacked.
    defender_id: str
    #: Name of the attacking empire.
    attacker_name: str
    #: The tag of its alliance; null outside of one.
    attacker_tag: Optional[str]
    #: Name of the attacked empire.
    defender_name: str
    #: The tag of its alliance; null outside of one.
    defender_tag: Optional[str]
    location: Location
    status: BattleStatus
    phase: BattlePhase
    #: When the attack was ordered.
    started_at: str
    #: When the attacker meets the target.
    contact_at: str
    #: When the last round appears, or the battle was called off; null before contact.
    ends_at: Optional[str]
    #: Null while the battle is active.
    result: Optional[BattleResult]
    #: The member whose target it is.
    holder: ListThreatsAnswerThreatsHolder
    target_type: TargetType
    #: The id of the city, army or seat that is attacked.
    target_id: str
    #: The present guard; null without one.
    guard: Optional[PlaceGuard]


class ListThreatsAnswerThreatsHolder(TypedDict):
    """The member whose target it is."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]


class ReadLeaderboardAnswer(TypedDict):
    #: Empires, best first. Empty for `alliance`.
    rankings: list[Ranking]
    #: Alliances, best first. Empty except for `alliance`.
    alliances: list[AllianceRanking]
    #: When the rankings were computed.
    updated_at: str
    #: Your own entry; null without a session or an empire, and for `alliance`.
    me: Optional[OwnRanking]
    #: The entry of your alliance; null without one, and except for `alliance`.
    alliance: Optional[OwnAllianceRanking]


class Ranking(TypedDict):
    """An entry of a ranking."""

    #: Ties share a rank.
    rank: int
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: Score of the requested type; for `crowns`, those of the current reign.
    score: int
    #: The name of its player.
    owner_username: str
    #: Whether one of the operator’s bots plays it.
    is_bot: bool
    #: Null without a leave.
    leave: Optional[Leave]


class AllianceRanking(TypedDict):
    """An entry of the ranking of alliances."""

    #: Ties share a rank.
    rank: int
    #: The id of the alliance.
    alliance_id: str
    #: Its name.
    name: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: The number of its members.
    member_count: int
    #: The scores of the members added up.
    score: int
    #: The crowns of the members in the current reign, added up and rounded down.
    crowns: int


class OwnRanking(TypedDict):
    """Your own entry of a ranking."""

    #: Ties share a rank.
    rank: int
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: Score of the requested type; for `crowns`, those of the current reign.
    score: int
    #: The name of its player.
    owner_username: str
    #: Whether one of the operator’s bots plays it.
    is_bot: bool
    #: Null without a leave.
    leave: Optional[Leave]
    #: Its position in the list, for `from`; ties have different ones. Null without crowns, for `crowns`.
    position: Optional[int]


class OwnAllianceRanking(TypedDict):
    """The entry of your alliance in the ranking of alliances."""

    #: Ties share a rank.
    rank: int
    #: The id of the alliance.
    alliance_id: str
    #: Its name.
    name: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: The number of its members.
    member_count: int
    #: The scores of the members added up.
    score: int
    #: The crowns of the members in the current reign, added up and rounded down.
    crowns: int
    #: Its position in the list, for `from`; ties have different ones.
    position: int


class ListMatchesAnswer(TypedDict):
    #: By name. Villages and seats are left out.
    results: list[ListMatchesAnswerResults]
    #: Alliances whose tag or name begins with the text, those by tag first; ten at most, and none after the first
    #: page.
    alliances: list[FoundAlliance]
    #: Send it as `after` for the following results; null at the end.
    next: Optional[str]


class ListMatchesAnswerResults(TypedDict):
    #: Its type.
    type: Literal['city', 'empire', 'player']
    #: Of the empire, the city or the user.
    id: str
    #: Its name.
    name: str
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: Of the empire.
    score: int
    #: Of a city; null otherwise.
    location: Optional[Location]


class FoundAlliance(TypedDict):
    """An alliance that a search has found."""

    #: The id of the alliance.
    alliance_id: str
    #: Its name.
    name: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: The number of its members.
    member_count: int
    #: The scores of the members added up.
    score: int


class ListSeatsAnswer(TypedDict):
    #: Ordered by number.
    seats: list[Seat]
    #: For `after` of the next page; null after the last one.
    next: Optional[int]
    #: The time for which all values hold.
    server_time: str


class Seat(TypedDict):
    """A tile that exactly one empire holds."""

    #: Its id.
    id: str
    #: Its number.
    number: int
    location: Location
    #: Null while its keeper holds it.
    holder: Optional[SeatHolder]
    #: Null while its keeper has held it from the start.
    held_since: Optional[str]
    #: The end of the truce, before which no attack reaches the seat; null without a truce.
    truce_until: Optional[str]
    #: Thousandths that the holder’s weariness adds to the morale of attackers: 0 to 4000.
    morale_bonus: int
    #: The guard; null without one.
    guard: Optional[PlaceGuard]
    #: In the order of their contacts, at most 20.
    attacks: list[SeatAttack]


class SeatHolder(TypedDict):
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]


class SeatAttack(TypedDict):
    """An attack on a seat before its contact."""

    #: The id of the battle.
    battle_id: str
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: When the attacker meets the target.
    contact_at: str
    #: Of the army at the order. At the same moment, the largest is first.
    value: int
    #: Null if the army was lost on its way.
    units: Optional[UnitCounts]


class ReadReignsAnswer(TypedDict):
    #: The reign that runs.
    current: ReadReignsAnswerCurrent
    #: Latest reign first. A reign without any crown has none.
    hegemons: list[Hegemon]
    #: The time for which all values hold.
    server_time: str


class ReadReignsAnswerCurrent(TypedDict):
    """The reign that runs."""

    #: Its number.
    number: int
    #: When it ends.
    ends_at: str
    #: Most crowns first.
    standings: list[Standing]
    #: Most crowns first.
    alliances: list[AllianceCrowns]


class Standing(TypedDict):
    """An empire with crowns in the current reign."""

    #: Its rank; ties share one.
    rank: int
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The name of its player.
    owner_username: str
    #: Whether one of the operator’s bots plays it.
    is_bot: bool
    #: Crowns of the reign.
    crowns: int
    #: The number of seats it holds.
    seats: int


class AllianceCrowns(TypedDict):
    """The crowns of a reign that count for an alliance: those earned by its members while they were."""

    #: The id of the alliance.
    alliance_id: str
    #: The tag of the alliance, as it is shown beside names.
    tag: str
    #: Its name.
    name: str
    #: Crowns of the reign.
    crowns: int


class Hegemon(TypedDict):
    """The winner of a reign."""

    #: Number of the reign.
    number: int
    #: Null if the empire was deleted.
    empire_id: Optional[str]
    #: Its name at the end of the reign.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The name of its player.
    owner_username: Optional[str]
    #: Crowns of the reign.
    crowns: int
    #: When it ended.
    ended_at: str
    #: Of the reign, most crowns first.
    alliances: list[AllianceCrowns]


class ReadAnnouncementAnswer(TypedDict):
    #: Null if there is none.
    announcement: Optional[Announcement]


class Announcement(TypedDict):
    """What the operator tells all players; pages show it."""

    #: A line of plain text.
    text: str
    #: When the operator wrote it.
    announced_at: str
    #: Until when it is shown.
    ends_at: str


class ReadTodayAnswer(TypedDict):
    #: Players, except bots, who gave an order.
    players: ReadTodayAnswerPlayers
    #: Battles that were fought.
    battles: ReadTodayAnswerBattles
    #: Most seats first, then most crowns; ten at most.
    seat_holders: list[SeatHolder]
    #: Of the last seven days, most losses first; ten at most. None ended less than an hour ago.
    great_battles: list[GreatBattle]
    #: Winners of reigns, latest first; ten at most.
    hegemons: list[Hegemon]
    #: The time for which all values hold.
    server_time: str


class ReadTodayAnswerPlayers(TypedDict):
    """Players, except bots, who gave an order."""

    #: Since midnight UTC.
    today: int
    #: The UTC day before.
    yesterday: int


class ReadTodayAnswerBattles(TypedDict):
    """Battles that were fought."""

    #: Since midnight UTC.
    today: int
    #: The UTC day before.
    yesterday: int


class GreatBattle(TypedDict):
    """A battle between players with many losses."""

    #: The id of the battle.
    battle_id: str
    #: Name of the attacking empire.
    attacker: GreatBattleAttacker
    #: Name of the attacked empire.
    defender: GreatBattleDefender
    location: Location
    result: BattleResult
    #: When it ended.
    ended_at: str
    #: Page of the report, if a participant has made a public link to it; null otherwise.
    report_path: Optional[str]


class GreatBattleAttacker(TypedDict):
    """Name of the attacking empire."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]


class GreatBattleDefender(TypedDict):
    """Name of the attacked empire."""

    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]


class ReadMapAnswer(TypedDict):
    #: The cities.
    cities: list[ReadMapAnswerCities]
    #: Standing armies; marching armies are not shown.
    armies: list[ReadMapAnswerArmies]
    #: The time for which all values hold.
    server_time: str


class ReadMapAnswerCities(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    location: Location
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: The kind of its empire. Only a `player` empire has a player.
    kind: EmpireKind
    #: Its score; in rules, what a point costs.
    score: int
    #: When a sack of the city ends; null if it is not sacked.
    sacked_until: Optional[str]
    #: Whether one of the operator’s bots plays its empire.
    is_bot: bool


class ReadMapAnswerArmies(TypedDict):
    #: Its id.
    id: str
    #: Its name.
    name: str
    location: Location
    units: UnitCounts
    status: ArmyStatus
    #: The id of the empire.
    empire_id: str
    #: The name of the empire.
    empire_name: str
    #: The tag of its alliance; null outside of one.
    alliance_tag: Optional[str]
    #: Whether one of the operator’s bots plays its empire.
    is_bot: bool


class Rules(TypedDict):
    """Every number of a world."""

    #: Version of the rules.
    rules: int
    #: Factor relative to an ordinary world. All durations and rates below include it.
    speed: int
    #: Tiles from the centre to each edge.
    world_radius: int
    #: Maximum values.
    limits: RulesLimits
    #: Requests per minute; 0: not limited.
    rate_limits: RulesRateLimits
    #: Percentage of the cost of a cancelled level.
    refund_percent: int
    #: What an empire begins with.
    starting: RulesStarting
    #: The city; in rules, the numbers of cities.
    city: RulesCity
    #: The buildings; in rules, their numbers by type.
    buildings: RulesBuildings
    #: Storage of a city for each resource, by warehouse level from 0.
    storage_caps: list[int]
    #: Amount of each resource that is safe from plunder, by warehouse level from 0.
    vaults: list[int]
    #: Population of a city, by house level from 0.
    populations: list[int]
    #: Amount per point: cost of what is built, value of own units, value of destroyed enemies.
    score: RulesScore
    #: The numbers of protection.
    protection: RulesProtection
    #: The limits of leaves.
    leave: RulesLeave
    #: The alliance; in rules, its numbers.
    alliance: RulesAlliance
    #: The battle; in rules, its numbers.
    battle: RulesBattle
    #: The numbers of villages.
    villages: RulesVillages
    #: The seats; in rules, their numbers.
    seats: RulesSeats
    #: The numbers of plundering.
    plunder: RulesPlunder
    #: Each is rewarded once for every empire, at the moment at which it is first reached.
    goals: list[RulesGoals]
    #: Lasting signs of an empire, without a reward.
    deeds: list[RulesDeeds]
    #: Without food, one unit in this many of each stack deserts per hour, rounded up.
    deserters_one_in: int
    #: The units; in rules, their numbers by type.
    units: RulesUnits


class RulesLimits(TypedDict):
    """Maximum values."""

    #: Of a building.
    level: int
    #: Of another building, above the level of the town hall.
    levels_above_town_hall: int
    #: Queued levels of a city.
    build_queue: int
    #: Queued batches of a city.
    train_queue: int
    #: Units in a batch.
    batch: int
    #: Of an empire.
    cities: int
    #: Of an empire.
    armies: int
    #: Of an empire.
    seats: int
    #: Of an alliance.
    alliance_members: int
    #: Open invitations and applications of an alliance, and of an empire.
    candidates: int
    #: Of an empire.
    wishes: int
    #: Wished levels of a city.
    wished_levels: int
    #: Wished batches of a city.
    wished_batches: int
    #: Of a battle.
    battle_rounds: int


class RulesRateLimits(TypedDict):
    """Requests per minute; 0: not limited."""

    #: Of each address and route outside `/api`.
    auth: int
    #: Of each user: reads.
    data: int
    #: Of each user: everything else.
    action: int


class RulesStarting(TypedDict):
    """What an empire begins with."""

    resources: Amounts
    units: UnitCounts


class RulesCity(TypedDict):
    """The city; in rules, the numbers of cities."""

    #: Of each resource, without any building.
    output_per_hour: int
    #: Minimum distance of two cities in tiles: the larger of the differences in x and y.
    distance: int
    #: Cost of the second city; each further city costs twice as much.
    cost: Amounts


class RulesBuildings(TypedDict):
    """The buildings; in rules, their numbers by type."""

    town_hall: BuildingRules
    farm: BuildingRules
    quarry: BuildingRules
    market: BuildingRules
    house: BuildingRules
    warehouse: BuildingRules
    barracks: BuildingRules
    stable: BuildingRules
    workshop: BuildingRules
    wall: BuildingRules


class BuildingRules(TypedDict):
    """The numbers of a type of building."""

    #: Inhabitants that each level takes.
    workers_per_level: int
    #: Gold per hour.
    upkeep_per_level: int
    #: What it makes; null: nothing.
    produces: Optional[Resource]
    #: Required levels of other buildings, by type.
    needs: BuildingRulesNeeds
    #: Its levels from 1.
    levels: list[BuildingRulesLevels]


class BuildingRulesNeeds(TypedDict, total=False):
    """Required levels of other buildings, by type."""

    #: A level.
    town_hall: int
    #: A level.
    farm: int
    #: A level.
    quarry: int
    #: A level.
    market: int
    #: A level.
    house: int
    #: A level.
    warehouse: int
    #: A level.
    barracks: int
    #: A level.
    stable: int
    #: A level.
    workshop: int
    #: A level.
    wall: int


class BuildingRulesLevels(TypedDict):
    #: Its level.
    level: int
    cost: Amounts
    #: With a town hall of level 1.
    seconds: float
    #: Units per hour, or 0.
    production: int


class RulesScore(TypedDict):
    """Amount per point: cost of what is built, value of own units, value of destroyed enemies."""

    #: Cost of what is built per point.
    built: int
    #: Value of own units per point.
    arms: int
    #: Value of destroyed enemies per point.
    destroyed: int


class RulesProtection(TypedDict):
    """The numbers of protection."""

    #: Real hours from the founding, independent of the speed.
    newcomer_hours: float
    #: The score that ends newcomer protection early.
    newcomer_score: int
    #: The score of an attacker is at most the newcomer’s score times this factor …
    attacker_times: float
    #: … plus this number of points.
    attacker_plus: int
    #: Later, a target is protected if its score is below this fraction of the attacker’s …
    weakest: float
    #: … unless its owner gave no command for this many real days …
    absence_days: float
    #: … or attacked the attacker within this many real days.
    retaliation_days: float


class RulesLeave(TypedDict):
    """The limits of leaves."""

    #: Real days that a leave lasts at least.
    shortest_days: int
    #: Real days that a leave lasts at most.
    longest_days: int
    #: Real days from the end of a leave to the next order.
    pause_days: int
    #: Hours of this world after the notice, after which a leave that has not begun is dropped.
    notice_limit_hours: float
    #: Hours of this world from the order to the end of the notice.
    notice_hours: float


class RulesAlliance(TypedDict):
    """The alliance; in rules, its numbers."""

    #: How long an empire that has left is safe from the members, and joins no other alliance; and they are safe
    #: from it.
    pause_hours: float
    #: Real days without a command of the leader, after which the longest-serving officer leads.
    leader_absence_days: float


class RulesBattle(TypedDict):
    """The battle; in rules, its numbers."""

    #: Minimum time from the order of an attack to its contact.
    warning_seconds: float
    #: From a recall to the next attack on the same target.
    recall_hours: float
    #: Time between two rounds as they are shown.
    round_seconds: float
    #: In thousandths, like the next three values.
    lowest_roll: int
    #: In thousandths.
    highest_roll: int
    #: In thousandths.
    lowest_morale: int
    #: Damage to defenders is divided by 1000 plus this per level.
    ward_per_wall_level: int
    #: Thousandths of its hit points that each attacking stack loses per level before round 1.
    volley_per_wall_level: int
    #: Surviving catapults per wall level destroyed in a victory.
    catapults_per_wall_level: int
    #: Factor on the damage to the type that a unit is strong against.
    strong_times: float
    #: Inhabitants of the city per militia unit.
    people_per_militia: int
    #: The militia of a city.
    militia: RulesBattleMilitia


class RulesBattleMilitia(TypedDict):
    """The militia of a city."""

    #: Attack of one unit.
    attack: int
    #: Hit points of one unit.
    hp: int


class RulesVillages(TypedDict):
    """The numbers of villages."""

    #: The villages around a new capital, in the order of their numbers.
    founded: list[RulesVillagesFounded]
    #: The first villages that every capital gets; the others only …
    always_founded: int
    #: … while fewer villages than this …
    enough: int
    #: … are within this distance in tiles, the larger of the differences in x and y.
    reach: int
    #: Time in which a village grows by one strength.
    growth_hours: float
    #: The strength at which it stops growing.
    highest_strength: int
    #: Inhabitants of a village per militia unit.
    people_per_militia: int
    #: A village of each strength from 0.
    strengths: list[RulesVillagesStrengths]


class RulesVillagesFounded(TypedDict):
    #: Tiles from the capital to the tile that it is placed nearest to.
    distance: int
    #: Its strength at first.
    strength: int


class RulesVillagesStrengths(TypedDict):
    #: The strength of the village.
    strength: int
    #: Levels of its buildings, by type.
    levels: RulesVillagesStrengthsLevels
    #: Inhabitants.
    population: int
    #: Whole for every contact.
    militia: int
    #: Stock of a village that is founded with this strength.
    initial_stock: Amounts


class RulesVillagesStrengthsLevels(TypedDict, total=False):
    """Levels of its buildings, by type."""

    #: A level.
    town_hall: int
    #: A level.
    farm: int
    #: A level.
    quarry: int
    #: A level.
    market: int
    #: A level.
    house: int
    #: A level.
    warehouse: int
    #: A level.
    barracks: int
    #: A level.
    stable: int
    #: A level.
    workshop: int
    #: A level.
    wall: int


class RulesSeats(TypedDict):
    """The seats; in rules, their numbers."""

    #: Foundings of empires for each further seat.
    foundings_per_seat: int
    #: Militia of a keeper, whole for every contact.
    keeper_militia: int
    #: Minimum time from the order of an attack on a seat to its contact.
    warning_seconds: float
    #: How long a seat cannot be attacked after a change of its holder.
    truce_hours: float
    #: Thousandths of morale that attackers gain per hour that a player holds the seat, in steps of 5.
    morale_per_hour: int
    #: Limit of the bonus, in thousandths.
    highest_morale_bonus: int
    #: Crowns that a player earns with each seat.
    crowns_per_hour: int
    #: Length of a reign.
    reign_hours: float


class RulesPlunder(TypedDict):
    """The numbers of plundering."""

    #: Fraction of the city’s share of the stock above its vault; halved for each recent plundering in full.
    share: float
    #: How often the share is halved at most.
    most_halvings: int
    #: How long a plundering counts as recent.
    memory_hours: float
    #: Younger empires lose nothing.
    spared_hours: float
    #: How long a defeated city makes half its output.
    sack_hours: float


class RulesGoals(TypedDict):
    name: GoalName
    #: What the condition counts: complete levels of these types in all cities, together or the highest of one
    #: building; living units of these types; attacks won; cities; seats.
    counts: GoalMeasure
    #: The types that count; empty if the measure has none.
    of: list[Literal['town_hall', 'farm', 'quarry', 'market', 'house', 'warehouse', 'barracks', 'stable', 'workshop', 'wall', 'soldiers', 'archers', 'knights', 'catapults']]
    #: The count that reaches the goal.
    at_least: int
    reward: Amounts


class RulesDeeds(TypedDict):
    name: DeedName
    #: The counts that reach the five steps.
    steps: list[int]


class RulesUnits(TypedDict):
    """The units; in rules, their numbers by type."""

    soldiers: UnitRules
    archers: UnitRules
    knights: UnitRules
    catapults: UnitRules


class UnitRules(TypedDict):
    """The numbers of a type of unit."""

    cost: Amounts
    #: Its value in scores.
    value: int
    #: Attack of one unit.
    attack: int
    #: Hit points of one unit.
    hp: int
    #: Inhabitants that one unit takes.
    people: int
    #: Food that one unit eats per hour.
    food_per_hour: int
    #: With a training building of level 1.
    train_seconds: float
    #: Speed of a march.
    tiles_per_hour: int
    #: Units of plunder it carries.
    carry: int
    #: The type that it fights best; null: none.
    strong_against: Optional[UnitType]
    trained_in: BuildingType


class ReadOpenApiAnswer(TypedDict):
    #: Version of OpenAPI.
    openapi: Literal['3.1.0']


class ReadAsyncApiAnswer(TypedDict):
    #: Version of AsyncAPI.
    asyncapi: Literal['3.0.0']


AlarmKind = Literal['attack', 'battle', 'message', 'threat', 'wish', 'storage']


EmpireKind = Literal['player', 'village', 'keeper']


AllianceRole = Literal['leader', 'officer', 'member']


BuildingType = Literal['town_hall', 'farm', 'quarry', 'market', 'house', 'warehouse', 'barracks', 'stable', 'workshop', 'wall']


BuildingStatus = Literal['planned', 'constructing', 'active']


UnitType = Literal['soldiers', 'archers', 'knights', 'catapults']


GoalName = Literal['fields', 'victory', 'barracks', 'hall', 'muster', 'homes', 'stores', 'second_city', 'veteran', 'wall', 'riders', 'seat']


DeedName = Literal['builder', 'farmer', 'mason', 'merchant', 'landlord', 'storekeeper', 'mayor', 'fortifier', 'founder', 'planner', 'recruiter', 'fletcher', 'marshal', 'siege_master', 'warlord', 'wayfarer', 'raider', 'conqueror', 'hunter', 'underdog', 'unscathed', 'avenger', 'plunderer', 'sacker', 'breaker', 'slayer', 'stalwart', 'night_watch', 'outnumbered', 'seat_guard', 'shield', 'sentinel', 'usurper', 'steadfast', 'crowned', 'dynasty', 'witness', 'envoy', 'comrade', 'renowned']


ArmyStatus = Literal['garrisoned', 'idle', 'marching', 'returning', 'fighting']


GuardedType = Literal['city', 'seat']


WishState = Literal['next', 'behind', 'busy', 'requirement', 'people', 'storage']


CandidateKind = Literal['invitation', 'application']


BattleStatus = Literal['active', 'completed']


BattlePhase = Literal['marching', 'fighting', 'completed']


BattleResult = Literal['attacker_won', 'defender_won', 'draw', 'called_off']


CallOffReason = Literal['army_gone', 'target_gone', 'protected', 'recalled', 'own_seat', 'seat_limit', 'truce', 'allied']


EmpireEvent = Union['EmpireEventEmpireFounded', 'EmpireEventCityFounded', 'EmpireEventCityRenamed', 'EmpireEventConstructionComplete', 'EmpireEventUnitTrainingComplete', 'EmpireEventArmyArrived', 'EmpireEventDesertion', 'EmpireEventSackEnded', 'EmpireEventGoalReached', 'EmpireEventSeatTaken', 'EmpireEventSeatLost', 'EmpireEventGuardArrived', 'EmpireEventGuardLeft', 'EmpireEventGuardFell', 'EmpireEventHegemon', 'EmpireEventAllianceJoined', 'EmpireEventAllianceRole', 'EmpireEventAllianceLeft', 'EmpireEventAllianceInvited', 'EmpireEventAllianceApplied', 'EmpireEventLeaveBegun', 'EmpireEventLeaveEnded', 'EmpireEventProtectionEnded', 'EmpireEventBattleStart', 'EmpireEventBattleContact', 'EmpireEventBattleEnd', 'EmpireEventBattleCalledOff']


LeaveReason = Literal['left', 'expelled', 'dissolved']


Role = Literal['attacker', 'defender']


LedgerCause = Literal['founding', 'production', 'construction', 'construction_cancelled', 'city_founded', 'training', 'trained', 'battle', 'plundered', 'loot', 'desertion', 'dismissed', 'goal', 'opening', 'unrecorded', 'repair']


TargetType = Literal['city', 'army', 'seat']


ErrorCode = Literal['VALIDATION_ERROR', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'MISSING_FIELDS', 'DUPLICATE_ACCOUNT', 'INVALID_LINK', 'INVALID_CREDENTIALS', 'AUTH_REQUIRED', 'FORBIDDEN', 'CROSS_ORIGIN', 'PROTECTED', 'ALLIED', 'TOKEN_SCOPE', 'MUTED', 'NOT_FOUND', 'NO_MAIL', 'NAME_TAKEN', 'LOCATION_TAKEN', 'TOO_CLOSE', 'WORLD_FULL', 'EMPIRE_EXISTS', 'CITY_LIMIT', 'ARMY_LIMIT', 'INSUFFICIENT_RESOURCES', 'INSUFFICIENT_POPULATION', 'REQUIREMENT_MISSING', 'MAX_LEVEL', 'QUEUE_FULL', 'ARMY_BUSY', 'INVALID_TARGET', 'RECENTLY_RECALLED', 'BATTLE_ACTIVE', 'SEAT_LIMIT', 'GUARD_LIMIT', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE', 'CANDIDATE_LIMIT', 'ALLIANCE_FULL', 'ON_LEAVE', 'LEAVE_PAUSE', 'HOLDS_SEAT', 'TOKEN_LIMIT', 'IDEMPOTENCY_MISMATCH', 'BUSY', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL', 'SESSION_REPLACED', 'SESSION_ENDED']


RankingType = Literal['score', 'military', 'economic', 'crowns', 'alliance']


Resource = Literal['gold', 'food', 'materials']


GoalMeasure = Literal['total_level', 'highest_level', 'units', 'victories', 'cities', 'seats']
