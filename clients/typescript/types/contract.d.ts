// Recorded from the contract of the server by npm run record:examples.
/** Whole units of each resource; rates may be negative. */
export type Amounts = {
  /** Amount of gold. */
  gold: number;
  /** Amount of food. */
  food: number;
  /** Amount of materials. */
  materials: number;
};
/** A tile of the map. */
export type Location = {
  /** Column, counted from the centre of the world. */
  x: number;
  /** Row, counted from the centre of the world. */
  y: number;
};
/** Number of units of each type. */
export type UnitCounts = {
  /** Number of soldiers. */
  soldiers: number;
  /** Number of archers. */
  archers: number;
  /** Number of knights. */
  knights: number;
  /** Number of catapults. */
  catapults: number;
};
/** A battle as lists show it to every player. */
export type BattleItem = {
  /** Its id. */
  id: string;
  /** The empire that attacks. */
  attacker_id: string;
  /** The empire that is attacked. */
  defender_id: string;
  /** Name of the attacking empire. */
  attacker_name: string;
  /** The tag of its alliance; null outside of one. */
  attacker_tag: null | string;
  /** Name of the attacked empire. */
  defender_name: string;
  /** The tag of its alliance; null outside of one. */
  defender_tag: null | string;
  /** A tile of the map. */
  location: Location;
  /** `active` until the battle is decided and its rounds were shown. */
  status: "active" | "completed";
  /** `marching` until contact, `fighting` while rounds appear, then `completed`. */
  phase: "marching" | "fighting" | "completed";
  /** When the attack was ordered. */
  started_at: string;
  /** When the attacker meets the target. */
  contact_at: string;
  /** When the last round appears, or the battle was called off; null before contact. */
  ends_at: null | string;
  /** Null while the battle is active. */
  result: null | "attacker_won" | "defender_won" | "draw" | "called_off";
};
/** A battle as its participants see it, round by round. */
export type BattleView = {
  /** Its id. */
  id: string;
  /** One side of a battle. */
  attacker: {
    /** Only a `player` empire has a player. */
    kind: "player" | "village" | "keeper";
    /** The name of the player. */
    username: string;
    /** The id of the army. */
    army_id: null | string;
    /** The id of the city. */
    city_id: null | string;
    /** Known from contact on, with militia. Null if the battle was called off. */
    units_start: null | {
      /** Number of soldiers. */
      soldiers: number;
      /** Number of archers. */
      archers: number;
      /** Number of knights. */
      knights: number;
      /** Number of catapults. */
      catapults: number;
      /** The militia of a city. */
      militia: number;
    };
    /** Known when the battle is completed; with militia. */
    units_end: null | {
      /** Number of soldiers. */
      soldiers: number;
      /** Number of archers. */
      archers: number;
      /** Number of knights. */
      knights: number;
      /** Number of catapults. */
      catapults: number;
      /** The militia of a city. */
      militia: number;
    };
    /** Known when the battle is completed; without militia. */
    losses: null | UnitCounts;
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
  };
  /** One side of a battle. */
  defender: {
    /** Only a `player` empire has a player. */
    kind: "player" | "village" | "keeper";
    /** The name of the player. */
    username: string;
    /** The id of the army. */
    army_id: null | string;
    /** The id of the city. */
    city_id: null | string;
    /** Known from contact on, with militia. Null if the battle was called off. */
    units_start: null | {
      /** Number of soldiers. */
      soldiers: number;
      /** Number of archers. */
      archers: number;
      /** Number of knights. */
      knights: number;
      /** Number of catapults. */
      catapults: number;
      /** The militia of a city. */
      militia: number;
    };
    /** Known when the battle is completed; with militia. */
    units_end: null | {
      /** Number of soldiers. */
      soldiers: number;
      /** Number of archers. */
      archers: number;
      /** Number of knights. */
      knights: number;
      /** Number of catapults. */
      catapults: number;
      /** The militia of a city. */
      militia: number;
    };
    /** Known when the battle is completed; without militia. */
    losses: null | UnitCounts;
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
  };
  /** The seat that is attacked; null for a city or an army. */
  seat_number: null | number;
  /** A tile of the map. */
  location: Location;
  /** Known from contact on; null if the attacker met no guard. Its rounds come before `rounds`. */
  guard: null | {
    /** The id of the army. */
    army_id: string;
    /** Morale of the attacker in this fight, in thousandths. */
    morale: number;
    /** Number of units in each stack of a battle, with militia. */
    units_start: {
      /** Number of soldiers. */
      soldiers: number;
      /** Number of archers. */
      archers: number;
      /** Number of knights. */
      knights: number;
      /** Number of catapults. */
      catapults: number;
      /** The militia of a city. */
      militia: number;
    };
    /** The rounds whose time has come. The seed of their rolls is the text of the seed with `/1` at its end. */
    rounds: {
      /** Starts at 1. */
      round: number;
      /** One side in a round: damage dealt and units left. */
      attacker: {
        /** Units left after the round. */
        units: {
          /** Number of soldiers. */
          soldiers: number;
          /** Number of archers. */
          archers: number;
          /** Number of knights. */
          knights: number;
          /** Number of catapults. */
          catapults: number;
          /** The militia of a city. */
          militia: number;
        };
        /** Damage dealt by each stack, in thousandths of a hit point, with overkill. */
        damage: {
          /** Number of soldiers. */
          soldiers: number;
          /** Number of archers. */
          archers: number;
          /** Number of knights. */
          knights: number;
          /** Number of catapults. */
          catapults: number;
          /** The militia of a city. */
          militia: number;
        };
      };
      /** One side in a round: damage dealt and units left. */
      defender: {
        /** Units left after the round. */
        units: {
          /** Number of soldiers. */
          soldiers: number;
          /** Number of archers. */
          archers: number;
          /** Number of knights. */
          knights: number;
          /** Number of catapults. */
          catapults: number;
          /** The militia of a city. */
          militia: number;
        };
        /** Damage dealt by each stack, in thousandths of a hit point, with overkill. */
        damage: {
          /** Number of soldiers. */
          soldiers: number;
          /** Number of archers. */
          archers: number;
          /** Number of knights. */
          knights: number;
          /** Number of catapults. */
          catapults: number;
          /** The militia of a city. */
          militia: number;
        };
      };
      /** Losses, in sentences. */
      events: string[];
    }[];
    /** Known when the battle is completed. */
    units_end: null | {
      /** Number of soldiers. */
      soldiers: number;
      /** Number of archers. */
      archers: number;
      /** Number of knights. */
      knights: number;
      /** Number of catapults. */
      catapults: number;
      /** The militia of a city. */
      militia: number;
    };
    /** Known when the battle is completed. */
    losses: null | UnitCounts;
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
  };
  /** The rounds whose time has come, without those of a guard: empty if the guard did not fall. */
  rounds: {
    /** Starts at 1. */
    round: number;
    /** One side in a round: damage dealt and units left. */
    attacker: {
      /** Units left after the round. */
      units: {
        /** Number of soldiers. */
        soldiers: number;
        /** Number of archers. */
        archers: number;
        /** Number of knights. */
        knights: number;
        /** Number of catapults. */
        catapults: number;
        /** The militia of a city. */
        militia: number;
      };
      /** Damage dealt by each stack, in thousandths of a hit point, with overkill. */
      damage: {
        /** Number of soldiers. */
        soldiers: number;
        /** Number of archers. */
        archers: number;
        /** Number of knights. */
        knights: number;
        /** Number of catapults. */
        catapults: number;
        /** The militia of a city. */
        militia: number;
      };
    };
    /** One side in a round: damage dealt and units left. */
    defender: {
      /** Units left after the round. */
      units: {
        /** Number of soldiers. */
        soldiers: number;
        /** Number of archers. */
        archers: number;
        /** Number of knights. */
        knights: number;
        /** Number of catapults. */
        catapults: number;
        /** The militia of a city. */
        militia: number;
      };
      /** Damage dealt by each stack, in thousandths of a hit point, with overkill. */
      damage: {
        /** Number of soldiers. */
        soldiers: number;
        /** Number of archers. */
        archers: number;
        /** Number of knights. */
        knights: number;
        /** Number of catapults. */
        catapults: number;
        /** The militia of a city. */
        militia: number;
      };
    };
    /** Losses, in sentences. */
    events: string[];
  }[];
  /** `active` until the battle is decided and its rounds were shown. */
  status: "active" | "completed";
  /** `marching` until contact, `fighting` while rounds appear, then `completed`. */
  phase: "marching" | "fighting" | "completed";
  /** Null while the battle is active. */
  result: null | "attacker_won" | "defender_won" | "draw" | "called_off";
  /** When the attack was ordered. */
  started_at: string;
  /** When the attacker meets the target. */
  contact_at: string;
  /** When the last round appears, or the battle was called off; null before contact. */
  ends_at: null | string;
  /** SHA-256 of the seed as text (its 64 digits in ASCII), hexadecimal. Published when the attack is ordered. */
  seed_hash: string;
  /** Null until the battle is completed. The roll of a stack in a round, in thousandths, is 900 + (the first 4 bytes, big-endian, of the SHA-256 of the text `seed:round:side:type`) mod 201. The side is `a` or `d`. */
  seed: null | string;
  /** Morale of the attacker, in thousandths. An estimate before contact. */
  morale: number;
  /** The version of the battle rules, with which every round can be recomputed. */
  resolver: 2;
  /** Thousandths of a hit point that each attacking stack loses to the wall before round 1. Known from contact on; null if the battle was called off. */
  volley: null | {
    /** Number of soldiers. */
    soldiers: number;
    /** Number of archers. */
    archers: number;
    /** Number of knights. */
    knights: number;
    /** Number of catapults. */
    catapults: number;
    /** The militia of a city. */
    militia: number;
  };
  /** Level of the wall; null until completed, and if no city was attacked. */
  wall: null | {
    /** Before the battle. */
    before: number;
    /** After the battle. */
    after: number;
  };
  /** All that the attacker carries home; null until completed. */
  loot: null | Amounts;
  /** Null until completed, and if the fight began no sack of the city. */
  sack: null | {
    /** When the city makes its full output again. */
    until: string;
    /** The part of `loot` that does not come from the stock. */
    loot: Amounts;
  };
  /** Why the battle was called off; null otherwise. */
  called_off: null | "army_gone" | "target_gone" | "protected" | "recalled" | "own_seat" | "seat_limit" | "truce" | "allied";
  /** Your public link to this report; null without one. */
  share: null | ShareView;
};
/** A public link to the report of a battle. */
export type ShareView = {
  /** 43 characters of base64url. */
  token: string;
  /** The page of the report, with the token, for everybody. */
  path: string;
  /** When it was created. */
  created_at: string;
};
/** A place that you have attacked before. */
export type TargetView = {
  /** A city, also of a village, or a seat. */
  target_type: "seat" | "city";
  /** The id of the city, army or seat that is attacked. */
  target_id: string;
  /** Of a city; null for a seat. */
  name: null | string;
  /** The empire that has it; of a seat also its keeper. */
  holder: {
    /** Only a `player` empire has a player. A `village` and a `keeper` never act. */
    kind: "player" | "village" | "keeper";
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
  };
  /** A tile of the map. */
  location: Location;
  /** Tiles from your capital. */
  distance: number;
  /** What a victory would take of a city at present, if the army could carry it. Null for a seat. */
  loot: null | Amounts;
  /** The armies of the holder that stand there, without militia. */
  garrison: UnitCounts;
  /** Why you cannot attack it at present: `ALLIED`, `PROTECTED`, `RECENTLY_RECALLED` or `SEAT_LIMIT`; null if you can. */
  refusal: null | "VALIDATION_ERROR" | "MALFORMED_JSON" | "PAYLOAD_TOO_LARGE" | "MISSING_FIELDS" | "DUPLICATE_ACCOUNT" | "INVALID_LINK" | "INVALID_CREDENTIALS" | "AUTH_REQUIRED" | "FORBIDDEN" | "CROSS_ORIGIN" | "PROTECTED" | "ALLIED" | "TOKEN_SCOPE" | "MUTED" | "NOT_FOUND" | "NO_MAIL" | "NAME_TAKEN" | "LOCATION_TAKEN" | "TOO_CLOSE" | "WORLD_FULL" | "EMPIRE_EXISTS" | "CITY_LIMIT" | "ARMY_LIMIT" | "INSUFFICIENT_RESOURCES" | "INSUFFICIENT_POPULATION" | "REQUIREMENT_MISSING" | "MAX_LEVEL" | "QUEUE_FULL" | "ARMY_BUSY" | "INVALID_TARGET" | "RECENTLY_RECALLED" | "BATTLE_ACTIVE" | "SEAT_LIMIT" | "GUARD_LIMIT" | "ALLIANCE_MEMBER" | "ALLIANCE_PAUSE" | "CANDIDATE_LIMIT" | "ALLIANCE_FULL" | "ON_LEAVE" | "LEAVE_PAUSE" | "HOLDS_SEAT" | "TOKEN_LIMIT" | "IDEMPOTENCY_MISMATCH" | "BUSY" | "RATE_LIMITED" | "UNAVAILABLE" | "INTERNAL" | "SESSION_REPLACED" | "SESSION_ENDED";
  /** Whether the order would end your newcomer protection. */
  ends_protection: boolean;
  /** The nearest of your free armies that wins 30 of 40 simulated battles, of the 3 nearest; else the one of them that wins most. Each army is named once, for the target that is nearest to your capital. Guards are left out. Null if no army is left, or you cannot attack. */
  army: null | {
    /** The id of the army. */
    army_id: string;
    /** Time of its march at the speed of the world. */
    march_seconds: number;
    /** The simulated battles that it wins, of 40. */
    won: number;
  };
  /** Your latest attack on it, of your latest 300. */
  last_attack: {
    /** The id of the battle. */
    battle_id: string;
    /** Null until its last round was shown. */
    result: null | "attacker_won" | "defender_won" | "draw" | "called_off";
    /** What it took; null until then. */
    loot: null | Amounts;
  };
};
/** An entry of the event log of an empire. It never changes. */
export type EmpireEvent = {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "empire_founded";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the city. */
    city_id: string;
    /** The name of the city. */
    city_name: string;
    /** A tile of the map. */
    location: Location;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "city_founded";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the city. */
    city_id: string;
    /** The name of the city. */
    city_name: string;
    /** A tile of the map. */
    location: Location;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "city_renamed";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the city. */
    city_id: string;
    /** The name of the city. */
    city_name: string;
    /** The name before. */
    former_name: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "construction_complete";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the city. */
    city_id: string;
    /** The name of the city. */
    city_name: string;
    /** The building. */
    building: {
      /** Its id. */
      id: string;
      /** A type of building. */
      type: BuildingType;
      /** Its level. */
      level: number;
    };
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "unit_training_complete";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the city. */
    city_id: string;
    /** The name of the city. */
    city_name: string;
    /** The units; in rules, their numbers by type. */
    units: {
      /** A type of unit. */
      type: UnitType;
      /** How many. */
      quantity: number;
    };
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "army_arrived";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the army. */
    army_id: string;
    /** The name of the army. */
    army_name: string;
    /** A tile of the map. */
    location: Location;
    /** Whole units of each resource; rates may be negative. */
    loot: Amounts;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "desertion";
  /** The data of this type of entry or answer. */
  data: {
    /** Number of units of each type. */
    lost: UnitCounts;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "sack_ended";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the city. */
    city_id: string;
    /** The name of the city. */
    city_name: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "goal_reached";
  /** The data of this type of entry or answer. */
  data: {
    /** A goal that is rewarded once. */
    goal: "barracks" | "wall" | "fields" | "victory" | "hall" | "muster" | "homes" | "stores" | "second_city" | "veteran" | "riders" | "seat";
    /** What your stock gained at that moment. */
    reward: Amounts;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "seat_taken";
  /** The data of this type of entry or answer. */
  data: {
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the seat. */
    seat_id: string;
    /** The number of the seat. */
    seat_number: number;
    /** A tile of the map. */
    location: Location;
    /** The id of the battle. */
    battle_id: string;
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "seat_lost";
  /** The data of this type of entry or answer. */
  data: {
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the seat. */
    seat_id: string;
    /** The number of the seat. */
    seat_number: number;
    /** A tile of the map. */
    location: Location;
    /** The id of the battle. */
    battle_id: string;
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "guard_arrived";
  /** The data of this type of entry or answer. */
  data: {
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the army. */
    army_id: string;
    /** The name of the army. */
    army_name: string;
    /** What an army guards. */
    place_type: "seat" | "city";
    /** The id of the city or seat. */
    place_id: string;
    /** A tile of the map. */
    location: Location;
    /** Whether the army is yours; else the place is. */
    is_own: boolean;
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "guard_left";
  /** The data of this type of entry or answer. */
  data: {
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the army. */
    army_id: string;
    /** The name of the army. */
    army_name: string;
    /** What an army guards. */
    place_type: "seat" | "city";
    /** The id of the city or seat. */
    place_id: string;
    /** A tile of the map. */
    location: Location;
    /** Whether the army is yours; else the place is. */
    is_own: boolean;
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "guard_fell";
  /** The data of this type of entry or answer. */
  data: {
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the army. */
    army_id: string;
    /** The name of the army. */
    army_name: string;
    /** What an army guards. */
    place_type: "seat" | "city";
    /** The id of the city or seat. */
    place_id: string;
    /** A tile of the map. */
    location: Location;
    /** Whether the army is yours; else the place is. */
    is_own: boolean;
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "hegemon";
  /** The data of this type of entry or answer. */
  data: {
    /** Number of the reign that you won. */
    reign: number;
    /** Crowns of the reign. */
    crowns: number;
    /** When it ended. */
    ended_at: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "alliance_joined";
  /** The data of this type of entry or answer. */
  data: {
    /** A role in an alliance. */
    role: "leader" | "officer" | "member";
    /** The id of the alliance. */
    alliance_id: string;
    /** The tag of the alliance. */
    alliance_tag: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "alliance_role";
  /** The data of this type of entry or answer. */
  data: {
    /** A role in an alliance. */
    role: "leader" | "officer" | "member";
    /** The id of the alliance. */
    alliance_id: string;
    /** The tag of the alliance. */
    alliance_tag: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "alliance_left";
  /** The data of this type of entry or answer. */
  data: {
    /** Why an empire is no longer a member of an alliance. */
    reason: "left" | "expelled" | "dissolved";
    /** The id of the alliance. */
    alliance_id: string;
    /** The tag of the alliance. */
    alliance_tag: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "alliance_invited";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the alliance. */
    alliance_id: string;
    /** The tag of the alliance. */
    alliance_tag: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "alliance_applied";
  /** The data of this type of entry or answer. */
  data: {
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The id of the alliance. */
    alliance_id: string;
    /** The tag of the alliance. */
    alliance_tag: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "leave_begun";
  /** The data of this type of entry or answer. */
  data: {
    /** When it ends, unless you return before. */
    ends_at: string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "leave_ended";
  /** The data of this type of entry or answer. */
  data: {
    /** Null if it was dropped because it could not begin. */
    began_at: null | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "protection_ended";
  /** The data of this type of entry or answer. */
  data: {
    [key: string]: never;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "battle_start";
  /** The data of this type of entry or answer. */
  data: {
    /** When the attacker meets the target. */
    contact_at: string;
    /** A tile of the map. */
    location: Location;
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the battle. */
    battle_id: string;
    /** A side of a battle. */
    role: "attacker" | "defender";
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "battle_contact";
  /** The data of this type of entry or answer. */
  data: {
    /** When it ends. */
    ends_at: string;
    /** A tile of the map. */
    location: Location;
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the battle. */
    battle_id: string;
    /** A side of a battle. */
    role: "attacker" | "defender";
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "battle_end";
  /** The data of this type of entry or answer. */
  data: {
    /** How a battle ended. */
    result: "attacker_won" | "defender_won" | "draw" | "called_off";
    /** Without militia. */
    losses: {
      /** Number of units of each type. */
      attacker: UnitCounts;
      /** Number of units of each type. */
      defender: UnitCounts;
    };
    /** All zeros if nothing was plundered. */
    loot: Amounts;
    /** A tile of the map. */
    location: Location;
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the battle. */
    battle_id: string;
    /** A side of a battle. */
    role: "attacker" | "defender";
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
} | {
  /** Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`. */
  number: number;
  /** When it happened. */
  at: string;
  /** Its type. */
  type: "battle_called_off";
  /** The data of this type of entry or answer. */
  data: {
    /** Why a battle was called off. */
    reason: "army_gone" | "target_gone" | "protected" | "recalled" | "own_seat" | "seat_limit" | "truce" | "allied";
    /** A tile of the map. */
    location: Location;
    /** The empire of the other side. */
    opponent_id: string;
    /** The name of that empire. */
    opponent_name: string;
    /** The id of the battle. */
    battle_id: string;
    /** A side of a battle. */
    role: "attacker" | "defender";
    /** Only for the defender: how many attacks of this attacker were called off in 24 hours, this one included. */
    count?: undefined | number;
    /** The tag of its alliance; absent outside of one. */
    opponent_tag?: undefined | string;
  };
};
/** A building; a city has at most one of each type. */
export type BuildingView = {
  /** Its id. */
  id: string;
  /** A type of building. */
  type: BuildingType;
  /** 0 until the first level is built. */
  level: number;
  /** Units of its resource per hour; 0 if it produces nothing. */
  production: number;
  /** Gold per hour. */
  upkeep: number;
  /** `planned` until level 1 is built, `constructing` while a further level is being built, otherwise `active`. */
  status: "planned" | "constructing" | "active";
};
/** A city. */
export type CityView = {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Inhabitants. */
  population: number;
  /** A tile of the map. */
  location: Location;
  /** The buildings; in rules, their numbers by type. */
  buildings: BuildingView[];
  /** Net output of the city per hour, minus the upkeep of its buildings. A sack halves it. */
  production: Amounts;
  /** When a sack of the city ends; null if it is not sacked. */
  sacked_until: null | string;
  /** Only for the owner. */
  construction?: undefined | {
    /** For `DELETE /api/order/{order_id}`. */
    order_id: string;
    /** A type of building. */
    type: BuildingType;
    /** Its level. */
    level: number;
    /** When it begins. */
    starts_at: string;
    /** When it is finished. */
    completes_at: string;
  }[];
  /** Only for the owner. */
  training?: undefined | {
    /** The id of the order. */
    order_id: string;
    /** A type of unit. */
    unit_type: UnitType;
    /** How many. */
    quantity: number;
    /** When it begins. */
    starts_at: string;
    /** When it is finished. */
    completes_at: string;
  }[];
};
/** An empire as lists show it. */
export type EmpireItem = {
  /** Its id. */
  id: string;
  /** Only a `player` empire has a player. A `village` and a `keeper` never act. */
  kind: "player" | "village" | "keeper";
  /** Its name. */
  name: string;
  /** The tag of its alliance; null outside of one. */
  alliance_tag: null | string;
  /** The user that owns the empire. One system account owns all empires without a player. */
  owner_id: string;
  /** When it was created. */
  created_at: string;
  /** What its player wrote about it. */
  description: null | string;
  /** The stock, in whole units. */
  resources: Amounts;
  /** The units of a whole empire. */
  military: {
    /** Number of units of all types. */
    total_units: number;
    /** Number of units of each type. */
    units_by_type: UnitCounts;
  };
  /** Its score; in rules, what a point costs. */
  score: number;
};
/** The current state of an empire. */
export type EmpireView = {
  /** Its id. */
  id: string;
  /** What its player wrote about it. */
  description: null | string;
  /** When it was created. */
  created_at: string;
  /** Its name. */
  name: string;
  /** Only a `player` empire has a player. A `village` and a `keeper` never act. */
  kind: "player" | "village" | "keeper";
  /** The user that owns the empire. One system account owns all empires without a player. */
  owner_id: string;
  /** The stock, in whole units. */
  resources: Amounts;
  /** The units of a whole empire. */
  military: {
    /** Number of units of all types. */
    total_units: number;
    /** Number of units of each type. */
    units_by_type: UnitCounts;
  };
  /** Its score; in rules, what a point costs. */
  score: number;
  /** The part of the score that comes from units and destroyed enemies. */
  military_score: number;
  /** The part of the score that comes from what is built. */
  economic_score: number;
  /** Net change per hour. */
  rates: Amounts;
  /** Storage capacity. */
  caps: Amounts;
  /** When the stock reaches its cap. */
  full_at: {
    /** Null if it never comes. */
    gold: null | string;
    /** Null if it never comes. */
    food: null | string;
    /** Null if it never comes. */
    materials: null | string;
  };
  /** When the stock reaches zero. */
  depleted_at: {
    /** Null if it never comes. */
    gold: null | string;
    /** Null if it never comes. */
    food: null | string;
    /** Null if it never comes. */
    materials: null | string;
  };
  /** People of all cities. `used`: workers and units, queued ones included; `total`: all inhabitants. */
  population: {
    /** Those that work or serve. */
    used: number;
    /** All of them. */
    total: number;
  };
  /** Crowns of the current reign: 1 an hour, times the speed, for each seat. */
  crowns: number;
  /** The seats; in rules, their numbers. */
  seats: {
    /** Its id. */
    id: string;
    /** Its number. */
    number: number;
    /** A tile of the map. */
    location: Location;
    /** Null for a keeper. */
    held_since: null | string;
  }[];
  /** Null outside of an alliance. */
  alliance: null | {
    /** Its id. */
    id: string;
    /** The tag of the alliance, as it is shown beside names. */
    tag: string;
    /** As it was given; `leader_id` of the alliance names the one who leads it. */
    role: "leader" | "officer" | "member";
    /** When it became a member. */
    joined_at: string;
  };
  /** Null without a leave. */
  leave: null | {
    /** Real days from its begin to its end. */
    days: number;
    /** When it was ordered. Since then, the empire sends out no armies. */
    ordered_at: string;
    /** The end of the notice. Attacks ordered since the order of the leave must meet the empire before it. */
    notice_ends_at: string;
    /** Null until it begins, at the end of the notice or when the last army is home. */
    began_at: null | string;
    /** Null until it begins. */
    ends_at: null | string;
  };
  /** The cities. */
  cities: CityView[];
  /** Deeds with at least one step. `GET /api/rules` has the counts that reach the steps. */
  deeds: {
    /** A lasting sign of an empire, in five steps. */
    name: "builder" | "farmer" | "mason" | "merchant" | "landlord" | "storekeeper" | "mayor" | "fortifier" | "founder" | "planner" | "recruiter" | "fletcher" | "marshal" | "siege_master" | "warlord" | "wayfarer" | "raider" | "conqueror" | "hunter" | "underdog" | "unscathed" | "avenger" | "plunderer" | "sacker" | "breaker" | "slayer" | "stalwart" | "night_watch" | "outnumbered" | "seat_guard" | "shield" | "sentinel" | "usurper" | "steadfast" | "crowned" | "dynasty" | "witness" | "envoy" | "comrade" | "renowned";
    /** What the deed counts; it never falls. */
    count: number;
    /** The day in UTC of each step, 1 to 5 of them. */
    reached_on: string[];
  }[];
  /** The time for which all values are computed. */
  server_time: string;
  /** Only for the owner. `GET /api/rules` has the conditions. */
  goals?: undefined | {
    /** A goal that is rewarded once. */
    name: "barracks" | "wall" | "fields" | "victory" | "hall" | "muster" | "homes" | "stores" | "second_city" | "veteran" | "riders" | "seat";
    /** When it was reached; null: not yet. */
    reached_at: null | string;
    /** What the stock gains when the goal is reached. */
    reward: Amounts;
  }[];
};
export type ServerEvents = {
  /** Resources, population and units of an empire after a change */
  empire_update: {
    /** The id of the empire. */
    empire_id: string;
    /** The values after the change. */
    changes: {
      /** Whole units of each resource; rates may be negative. */
      resources: Amounts;
      /** Inhabitants. */
      population: number;
      /** The units of a whole empire. */
      military: {
        /** Number of units of all types. */
        total_units: number;
        /** Number of units of each type. */
        units_by_type: UnitCounts;
      };
    };
    /** The time for which all values hold. */
    timestamp: string;
    /** Counts the messages about this empire, by one. It is not the number of an entry of the event log. */
    seq: number;
  };
  /** The stock and its net change per hour */
  resource_update: {
    /** The id of the empire. */
    empire_id: string;
    /** Whole units of each resource; rates may be negative. */
    resources: Amounts;
    /** Net change per hour. */
    production_rates: Amounts;
    /** The time for which all values hold. */
    timestamp: string;
    /** Counts the messages about this empire, by one. It is not the number of an entry of the event log. */
    seq: number;
  };
  /** A level of a building is finished */
  construction_complete: {
    /** The id of the empire. */
    empire_id: string;
    /** The id of the city. */
    city_id: string;
    /** The building. */
    building: {
      /** Its id. */
      id: string;
      /** A type of building. */
      type: BuildingType;
      /** Its level. */
      level: number;
    };
    /** Counts the messages about this empire, by one. It is not the number of an entry of the event log. */
    seq: number;
  };
  /** A batch of units was delivered */
  unit_training_complete: {
    /** The id of the empire. */
    empire_id: string;
    /** The id of the city. */
    city_id: string;
    /** The units; in rules, their numbers by type. */
    units: {
      /** A type of unit. */
      type: UnitType;
      /** How many. */
      quantity: number;
    };
    /** Counts the messages about this empire, by one. It is not the number of an entry of the event log. */
    seq: number;
  };
  /** An attack was ordered; warns the target */
  battle_start: {
    /** The id of the battle. */
    battle_id: string;
    /** The empire that attacks. */
    attacker_id: string;
    /** Name of the attacking empire. */
    attacker: string;
    /** The empire that is attacked. */
    defender_id: string;
    /** Name of the attacked empire. */
    defender: string;
    /** A tile of the map. */
    location: Location;
    /** When the attacker meets the target. */
    contact_at: string;
  };
  /** A round of a battle */
  battle_update: {
    /** The id of the battle. */
    battle_id: string;
    /** 0 at contact, before the first round. */
    round: number;
    /** Losses of this round, in sentences. */
    events: string[];
    /** `active` until the battle is decided and its rounds were shown. */
    status: "active" | "completed";
  };
  /** A battle is over */
  battle_end: {
    /** The id of the battle. */
    battle_id: string;
    /** `draw` also if the battle was called off. */
    winner: "attacker" | "defender" | "draw";
    /** Without militia. */
    casualties: {
      /** Number of units of each type. */
      attacker: UnitCounts;
      /** Number of units of each type. */
      defender: UnitCounts;
    };
    /** All zeros if nothing was plundered. */
    loot: Amounts;
  };
  /** A new entry of the event log of your empire */
  empire_event: {
    /** The id of the empire. */
    empire_id: string;
    /** An entry of the event log of an empire. It never changes. */
    event: EmpireEvent;
  };
  /** An alliance has changed: its members, candidates or description */
  alliance_update: {
    /** The id of the alliance. */
    alliance_id: string;
    /** The time for which all values hold. */
    timestamp: string;
  };
  /** A message to the members of your alliance */
  alliance_message: AllianceMessage;
  /** An attack on a member of your alliance was ordered, or is no longer on its way */
  alliance_threat: Threat;
  /** A message of one of your threads */
  message: {
    /** The id of the thread. */
    thread_id: string;
    /** A message of a thread. */
    message: MessageView;
  };
  /** What the operator tells all players has changed */
  announcement: {
    /** Null if there is none. */
    announcement: null | {
      /** A line of plain text. */
      text: string;
      /** When the operator wrote it. */
      announced_at: string;
      /** Until when it is shown. */
      ends_at: string;
    };
  };
  /** Your event was refused, or the server closes the connection */
  error: {
    /** For people. */
    message: string;
    /** The reason of a refusal, for programs. */
    code: ErrorCode;
  };
};
/** The winner of a reign. */
export type Hegemon = {
  /** Number of the reign. */
  number: number;
  /** Null if the empire was deleted. */
  empire_id: null | string;
  /** Its name at the end of the reign. */
  empire_name: string;
  /** The tag of its alliance; null outside of one. */
  alliance_tag: null | string;
  /** The name of its player. */
  owner_username: null | string;
  /** Crowns of the reign. */
  crowns: number;
  /** When it ended. */
  ended_at: string;
  /** Of the reign, most crowns first. */
  alliances: {
    /** The id of the alliance. */
    alliance_id: string;
    /** The tag of the alliance, as it is shown beside names. */
    tag: string;
    /** Its name. */
    name: string;
    /** Crowns of the reign. */
    crowns: number;
  }[];
};
export type Reigns = {
  /** The reign that runs. */
  current: {
    /** Its number. */
    number: number;
    /** When it ends. */
    ends_at: string;
    /** Most crowns first. */
    standings: Standing[];
    /** Most crowns first. */
    alliances: {
      /** The id of the alliance. */
      alliance_id: string;
      /** The tag of the alliance, as it is shown beside names. */
      tag: string;
      /** Its name. */
      name: string;
      /** Crowns of the reign. */
      crowns: number;
    }[];
  };
  /** Latest reign first. A reign without any crown has none. */
  hegemons: Hegemon[];
  /** The time for which all values hold. */
  server_time: string;
};
/** A tile that exactly one empire holds. */
export type SeatView = {
  /** The guard; null without one. */
  guard: null | {
    /** The id of the army. */
    army_id: string;
    /** When it arrived. */
    since: string;
    /** Number of units of each type. */
    units: UnitCounts;
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
  };
  /** In the order of their contacts, at most 20. */
  attacks: {
    /** When the attacker meets the target. */
    contact_at: string;
    /** Of the army at the order. At the same moment, the largest is first. */
    value: number;
    /** Null if the army was lost on its way. */
    units: null | UnitCounts;
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
    /** The id of the battle. */
    battle_id: string;
  }[];
  /** Null while its keeper has held it from the start. */
  held_since: null | string;
  /** The end of the truce, before which no attack reaches the seat; null without a truce. */
  truce_until: null | string;
  /** Thousandths that the holder’s weariness adds to the morale of attackers: 0 to 4000. */
  morale_bonus: number;
  /** Its id. */
  id: string;
  /** Its number. */
  number: number;
  /** A tile of the map. */
  location: Location;
  /** Null while its keeper holds it. */
  holder: null | {
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
  };
};
/** An empire with crowns in the current reign. */
export type Standing = {
  /** The name of its player. */
  owner_username: string;
  /** Whether one of the operator’s bots plays it. */
  is_bot: boolean;
  /** Crowns of the reign. */
  crowns: number;
  /** The number of seats it holds. */
  seats: number;
  /** The id of the empire. */
  empire_id: string;
  /** The name of the empire. */
  empire_name: string;
  /** The tag of its alliance; null outside of one. */
  alliance_tag: null | string;
  /** Its rank; ties share one. */
  rank: number;
};
export type Leaderboard = {
  /** Empires, best first. Empty for `alliance`. */
  rankings: Ranking[];
  /** Alliances, best first. Empty except for `alliance`. */
  alliances: {
    /** Ties share a rank. */
    rank: number;
    /** The id of the alliance. */
    alliance_id: string;
    /** Its name. */
    name: string;
    /** The tag of the alliance, as it is shown beside names. */
    tag: string;
    /** The number of its members. */
    member_count: number;
    /** The scores of the members added up. */
    score: number;
    /** The crowns of the members in the current reign, added up and rounded down. */
    crowns: number;
  }[];
  /** When the rankings were computed. */
  updated_at: string;
  /** Your own entry; null without a session or an empire, and for `alliance`. */
  me: null | {
    /** Score of the requested type; for `crowns`, those of the current reign. */
    score: number;
    /** The name of its player. */
    owner_username: string;
    /** Whether one of the operator’s bots plays it. */
    is_bot: boolean;
    /** Null without a leave. */
    leave: null | {
      /** Real days from its begin to its end. */
      days: number;
      /** When it was ordered. Since then, the empire sends out no armies. */
      ordered_at: string;
      /** The end of the notice. Attacks ordered since the order of the leave must meet the empire before it. */
      notice_ends_at: string;
      /** Null until it begins, at the end of the notice or when the last army is home. */
      began_at: null | string;
      /** Null until it begins. */
      ends_at: null | string;
    };
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
    /** Ties share a rank. */
    rank: number;
    /** Its position in the list, for `from`; ties have different ones. Null without crowns, for `crowns`. */
    position: null | number;
  };
  /** The entry of your alliance; null without one, and except for `alliance`. */
  alliance: null | {
    /** Ties share a rank. */
    rank: number;
    /** The id of the alliance. */
    alliance_id: string;
    /** Its name. */
    name: string;
    /** The tag of the alliance, as it is shown beside names. */
    tag: string;
    /** The number of its members. */
    member_count: number;
    /** The scores of the members added up. */
    score: number;
    /** The crowns of the members in the current reign, added up and rounded down. */
    crowns: number;
    /** Its position in the list, for `from`; ties have different ones. */
    position: number;
  };
};
/** An entry of a ranking. */
export type Ranking = {
  /** Score of the requested type; for `crowns`, those of the current reign. */
  score: number;
  /** The name of its player. */
  owner_username: string;
  /** Whether one of the operator’s bots plays it. */
  is_bot: boolean;
  /** Null without a leave. */
  leave: null | {
    /** Real days from its begin to its end. */
    days: number;
    /** When it was ordered. Since then, the empire sends out no armies. */
    ordered_at: string;
    /** The end of the notice. Attacks ordered since the order of the leave must meet the empire before it. */
    notice_ends_at: string;
    /** Null until it begins, at the end of the notice or when the last army is home. */
    began_at: null | string;
    /** Null until it begins. */
    ends_at: null | string;
  };
  /** The id of the empire. */
  empire_id: string;
  /** The name of the empire. */
  empire_name: string;
  /** The tag of its alliance; null outside of one. */
  alliance_tag: null | string;
  /** Ties share a rank. */
  rank: number;
};
/** An alliance as lists show it. */
export type AllianceItem = {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** The tag of the alliance, as it is shown beside names. */
  tag: string;
  /** What its player wrote about it. */
  description: null | string;
  /** When it was created. */
  created_at: string;
  /** The number of its members. */
  member_count: number;
};
/** An alliance with its members. */
export type AllianceView = {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** The tag of the alliance, as it is shown beside names. */
  tag: string;
  /** What its player wrote about it. */
  description: null | string;
  /** When it was created. */
  created_at: string;
  /** The number of its members. */
  member_count: number;
  /** The empire that leads: the leader, or after 30 days without one the longest-serving officer. */
  leader_id: string;
  /** The leader first, then officers, then members, each by time of service. */
  members: {
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The user that owns the empire. */
    owner_id: string;
    /** The name of its player. */
    owner_username: string;
    /** Whether one of the operator’s bots plays it. */
    is_bot: boolean;
    /** A role in an alliance. */
    role: "leader" | "officer" | "member";
    /** When it became a member. */
    joined_at: string;
    /** On leave, it neither leads the alliance nor takes part. */
    on_leave: boolean;
    /** Its score; in rules, what a point costs. */
    score: number;
  }[];
};
/** An alliance that has invited you, or to which you have applied. */
export type Candidacy = {
  /** An alliance as lists show it. */
  alliance: AllianceItem;
  /** Whether the alliance has invited the empire, or the empire has applied. */
  kind: "invitation" | "application";
  /** When it was invited, or applied. */
  since: string;
};
/** An empire that an alliance has invited, or that has applied. */
export type Candidate = {
  /** The user that owns the empire. */
  owner_id: string;
  /** The name of its player. */
  owner_username: string;
  /** Whether one of the operator’s bots plays it. */
  is_bot: boolean;
  /** Its score; in rules, what a point costs. */
  score: number;
  /** The id of the empire. */
  empire_id: string;
  /** The name of the empire. */
  empire_name: string;
  /** The tag of its alliance; null outside of one. */
  alliance_tag: null | string;
  /** Whether the alliance has invited the empire, or the empire has applied. */
  kind: "invitation" | "application";
  /** When it was invited, or applied. */
  since: string;
};
/** A message to the members of your alliance */
export type AllianceMessage = {
  /** The id of the alliance. */
  alliance_id: string;
  /** A message to all members of an alliance. */
  message: ChatMessage;
};
/** A message to all members of an alliance. */
export type ChatMessage = {
  /** Rises within the thread. Numbers that you do not see may be missing. */
  number: number;
  /** Null after the account was deleted. */
  author_id: null | string;
  /** The username; null after the account was deleted. */
  author: null | string;
  /** Plain text with line breaks: escape it before you show it as HTML. */
  text: string;
  /** When it was sent. */
  sent_at: string;
  /** Whether you block the author: fold the text. */
  is_blocked: boolean;
};
/** An attack on a member of your alliance was ordered, or is no longer on its way */
export type Threat = {
  /** The id of the alliance. */
  alliance_id: string;
  /** The id of the battle. */
  battle_id: string;
  /** `coming` when the attack is ordered. Then `met` at contact, or `called_off` if it no longer goes to a member. */
  state: "called_off" | "coming" | "met";
  /** The empire that attacks. */
  attacker_id: string;
  /** Name of the attacking empire. */
  attacker: string;
  /** The tag of its alliance; null outside of one. */
  attacker_tag: null | string;
  /** The member. */
  defender_id: string;
  /** Name of the attacked empire. */
  defender: string;
  /** A tile of the map. */
  location: Location;
  /** When the attacker meets the target. */
  contact_at: string;
};
/** A message of a thread. */
export type MessageView = {
  /** Rises within the thread. Numbers that you do not see may be missing. */
  number: number;
  /** Null after the account was deleted. */
  author_id: null | string;
  /** The username; null after the account was deleted. */
  author: null | string;
  /** Plain text with line breaks: escape it before you show it as HTML. */
  text: string;
  /** When it was sent. */
  sent_at: string;
};
/** A player, with the present empire. */
export type PlayerView = {
  /** The id of the player. */
  user_id: string;
  /** The name of the player. */
  username: string;
  /** The id of the empire. */
  empire_id: null | string;
  /** The name of the empire. */
  empire_name: null | string;
  /** The tag of its alliance; null outside of one. */
  alliance_tag: null | string;
};
/** A thread of two players, as one of them sees it. */
export type ThreadView = {
  /** Its id. */
  id: string;
  /** The other player; null after the account was deleted. */
  with: null | PlayerView;
  /** Messages of others that you have not marked as read. */
  unread: number;
  /** The number up to which you have marked messages as read. */
  read_to: number;
  /** The number of the latest message that you see. */
  last: number;
  /** When that message was sent. */
  updated_at: string;
};
export type SearchAnswer = {
  /** By name. Villages and seats are left out. */
  results: {
    /** Of the empire. */
    score: number;
    /** Of a city; null otherwise. */
    location: null | Location;
    /** The id of the empire. */
    empire_id: string;
    /** The name of the empire. */
    empire_name: string;
    /** The tag of its alliance; null outside of one. */
    alliance_tag: null | string;
    /** Its type. */
    type: "player" | "empire" | "city";
    /** Of the empire, the city or the user. */
    id: string;
    /** Its name. */
    name: string;
  }[];
  /** Alliances whose tag or name begins with the text, those by tag first; ten at most, and none after the first page. */
  alliances: {
    /** The id of the alliance. */
    alliance_id: string;
    /** Its name. */
    name: string;
    /** The tag of the alliance, as it is shown beside names. */
    tag: string;
    /** The number of its members. */
    member_count: number;
    /** The scores of the members added up. */
    score: number;
  }[];
  /** Send it as `after` for the following results; null at the end. */
  next: null | string;
};
/** An army. */
export type ArmyView = {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its current tile, also during a march. */
  location: Location;
  /** Number of units of each type. */
  units: UnitCounts;
  /** `garrisoned`: in a city of its empire. `idle`: standing elsewhere. `returning` and `fighting` armies refuse orders. */
  status: "garrisoned" | "idle" | "marching" | "returning" | "fighting";
  /** The city or seat of an ally that it guards; for its owner also the one that it will guard after its march. Else null. */
  guards: null | {
    /** What an army guards. */
    type: "seat" | "city";
    /** Its id. */
    id: string;
  };
  /** During a march: for the owner, and for every player if it is an attack. */
  destination?: undefined | Location;
  /** When the march began. */
  departed_at?: undefined | string;
  /** When the march ends. */
  arrives_at?: undefined | string;
};
export type WishesView = {
  /** In the order of the list. */
  wishes: ({
    /** Also the `order_id` of the order that it becomes. */
    id: string;
    /** The id of the city. */
    city_id: string;
    /** A type of building. */
    type: BuildingType;
    /** The level after those that are queued or earlier on the list. */
    level: number;
    /** How many. */
    quantity: 1;
    /** Of that level; null above the highest. */
    cost: null | Amounts;
    /** `next`: it is ordered at `due_at`. `behind`: it is possible and waits for the next one. The others are passed over: `busy` until nothing is queued at its place, `requirement` until a level is built, `people` until they are free, `storage` while the stock cannot grow enough. */
    state: "storage" | "next" | "behind" | "busy" | "requirement" | "people";
    /** Of the next wish, if nothing changes before; otherwise null. */
    due_at: null | string;
  } | {
    /** Also the `order_id` of the order that it becomes. */
    id: string;
    /** The id of the city. */
    city_id: string;
    unit_type: UnitType;
    /** How many. */
    quantity: number;
    /** Of that level; null above the highest. */
    cost: Amounts;
    /** `next`: it is ordered at `due_at`. `behind`: it is possible and waits for the next one. The others are passed over: `busy` until nothing is queued at its place, `requirement` until a level is built, `people` until they are free, `storage` while the stock cannot grow enough. */
    state: "storage" | "next" | "behind" | "busy" | "requirement" | "people";
    /** Of the next wish, if nothing changes before; otherwise null. */
    due_at: null | string;
  })[];
  /** What wishes leave in the stock. */
  reserve: Amounts;
};
/** Every number of a world. */
export type Rules = {
  /** Version of the rules. */
  rules: number;
  /** Factor relative to an ordinary world. All durations and rates below include it. */
  speed: number;
  /** Tiles from the centre to each edge. */
  world_radius: number;
  /** Maximum values. */
  limits: {
    /** Of a building. */
    level: number;
    /** Of another building, above the level of the town hall. */
    levels_above_town_hall: number;
    /** Queued levels of a city. */
    build_queue: number;
    /** Queued batches of a city. */
    train_queue: number;
    /** Units in a batch. */
    batch: number;
    /** Of an empire. */
    cities: number;
    /** Of an empire. */
    armies: number;
    /** Of an empire. */
    seats: number;
    /** Of an alliance. */
    alliance_members: number;
    /** Open invitations and applications of an alliance, and of an empire. */
    candidates: number;
    /** Of an empire. */
    wishes: number;
    /** Wished levels of a city. */
    wished_levels: number;
    /** Wished batches of a city. */
    wished_batches: number;
    /** Of a battle. */
    battle_rounds: number;
  };
  /** Requests per minute; 0: not limited. */
  rate_limits: {
    /** Of each address and route outside `/api`. */
    auth: number;
    /** Of each user: reads. */
    data: number;
    /** Of each user: everything else. */
    action: number;
  };
  /** Percentage of the cost of a cancelled level. */
  refund_percent: number;
  /** What an empire begins with. */
  starting: {
    /** Whole units of each resource; rates may be negative. */
    resources: Amounts;
    /** Number of units of each type. */
    units: UnitCounts;
  };
  /** The city; in rules, the numbers of cities. */
  city: {
    /** Of each resource, without any building. */
    output_per_hour: number;
    /** Minimum distance of two cities in tiles: the larger of the differences in x and y. */
    distance: number;
    /** Cost of the second city; each further city costs twice as much. */
    cost: Amounts;
  };
  /** The buildings; in rules, their numbers by type. */
  buildings: {
    /** The numbers of a type of building. */
    town_hall: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    farm: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    quarry: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    market: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    house: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    warehouse: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    barracks: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    stable: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    workshop: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
    /** The numbers of a type of building. */
    wall: {
      /** Inhabitants that each level takes. */
      workers_per_level: number;
      /** Gold per hour. */
      upkeep_per_level: number;
      /** What it makes; null: nothing. */
      produces: null | "gold" | "food" | "materials";
      /** Required levels of other buildings, by type. */
      needs: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Its levels from 1. */
      levels: {
        /** Its level. */
        level: number;
        /** Whole units of each resource; rates may be negative. */
        cost: Amounts;
        /** With a town hall of level 1. */
        seconds: number;
        /** Units per hour, or 0. */
        production: number;
      }[];
    };
  };
  /** Storage of a city for each resource, by warehouse level from 0. */
  storage_caps: number[];
  /** Amount of each resource that is safe from plunder, by warehouse level from 0. */
  vaults: number[];
  /** Population of a city, by house level from 0. */
  populations: number[];
  /** Amount per point: cost of what is built, value of own units, value of destroyed enemies. */
  score: {
    /** Cost of what is built per point. */
    built: number;
    /** Value of own units per point. */
    arms: number;
    /** Value of destroyed enemies per point. */
    destroyed: number;
  };
  /** The numbers of protection. */
  protection: {
    /** Real hours from the founding, independent of the speed. */
    newcomer_hours: number;
    /** The score that ends newcomer protection early. */
    newcomer_score: number;
    /** The score of an attacker is at most the newcomer’s score times this factor … */
    attacker_times: number;
    /** … plus this number of points. */
    attacker_plus: number;
    /** Later, a target is protected if its score is below this fraction of the attacker’s … */
    weakest: number;
    /** … unless its owner gave no command for this many real days … */
    absence_days: number;
    /** … or attacked the attacker within this many real days. */
    retaliation_days: number;
  };
  /** The limits of leaves. */
  leave: {
    /** Real days that a leave lasts at least. */
    shortest_days: number;
    /** Real days that a leave lasts at most. */
    longest_days: number;
    /** Real days from the end of a leave to the next order. */
    pause_days: number;
    /** Hours of this world after the notice, after which a leave that has not begun is dropped. */
    notice_limit_hours: number;
    /** Hours of this world from the order to the end of the notice. */
    notice_hours: number;
  };
  /** The alliance; in rules, its numbers. */
  alliance: {
    /** How long an empire that has left is safe from the members, and joins no other alliance; and they are safe from it. */
    pause_hours: number;
    /** Real days without a command of the leader, after which the longest-serving officer leads. */
    leader_absence_days: number;
  };
  /** The battle; in rules, its numbers. */
  battle: {
    /** Minimum time from the order of an attack to its contact. */
    warning_seconds: number;
    /** From a recall to the next attack on the same target. */
    recall_hours: number;
    /** Time between two rounds as they are shown. */
    round_seconds: number;
    /** In thousandths, like the next three values. */
    lowest_roll: number;
    /** In thousandths. */
    highest_roll: number;
    /** In thousandths. */
    lowest_morale: number;
    /** Damage to defenders is divided by 1000 plus this per level. */
    ward_per_wall_level: number;
    /** Thousandths of its hit points that each attacking stack loses per level before round 1. */
    volley_per_wall_level: number;
    /** Surviving catapults per wall level destroyed in a victory. */
    catapults_per_wall_level: number;
    /** Factor on the damage to the type that a unit is strong against. */
    strong_times: number;
    /** Inhabitants of the city per militia unit. */
    people_per_militia: number;
    /** The militia of a city. */
    militia: {
      /** Attack of one unit. */
      attack: number;
      /** Hit points of one unit. */
      hp: number;
    };
  };
  /** The numbers of villages. */
  villages: {
    /** The villages around a new capital, in the order of their numbers. */
    founded: {
      /** Tiles from the capital to the tile that it is placed nearest to. */
      distance: number;
      /** Its strength at first. */
      strength: number;
    }[];
    /** The first villages that every capital gets; the others only … */
    always_founded: number;
    /** … while fewer villages than this … */
    enough: number;
    /** … are within this distance in tiles, the larger of the differences in x and y. */
    reach: number;
    /** Time in which a village grows by one strength. */
    growth_hours: number;
    /** The strength at which it stops growing. */
    highest_strength: number;
    /** Inhabitants of a village per militia unit. */
    people_per_militia: number;
    /** A village of each strength from 0. */
    strengths: {
      /** The strength of the village. */
      strength: number;
      /** Levels of its buildings, by type. */
      levels: {
        /** A level. */
        town_hall?: undefined | number;
        /** A level. */
        farm?: undefined | number;
        /** A level. */
        quarry?: undefined | number;
        /** A level. */
        market?: undefined | number;
        /** A level. */
        house?: undefined | number;
        /** A level. */
        warehouse?: undefined | number;
        /** A level. */
        barracks?: undefined | number;
        /** A level. */
        stable?: undefined | number;
        /** A level. */
        workshop?: undefined | number;
        /** A level. */
        wall?: undefined | number;
      };
      /** Inhabitants. */
      population: number;
      /** Whole for every contact. */
      militia: number;
      /** Stock of a village that is founded with this strength. */
      initial_stock: Amounts;
    }[];
  };
  /** The seats; in rules, their numbers. */
  seats: {
    /** Foundings of empires for each further seat. */
    foundings_per_seat: number;
    /** Militia of a keeper, whole for every contact. */
    keeper_militia: number;
    /** Minimum time from the order of an attack on a seat to its contact. */
    warning_seconds: number;
    /** How long a seat cannot be attacked after a change of its holder. */
    truce_hours: number;
    /** Thousandths of morale that attackers gain per hour that a player holds the seat, in steps of 5. */
    morale_per_hour: number;
    /** Limit of the bonus, in thousandths. */
    highest_morale_bonus: number;
    /** Crowns that a player earns with each seat. */
    crowns_per_hour: number;
    /** Length of a reign. */
    reign_hours: number;
  };
  /** The numbers of plundering. */
  plunder: {
    /** Fraction of the city’s share of the stock above its vault; halved for each recent plundering in full. */
    share: number;
    /** How often the share is halved at most. */
    most_halvings: number;
    /** How long a plundering counts as recent. */
    memory_hours: number;
    /** Younger empires lose nothing. */
    spared_hours: number;
    /** How long a defeated city makes half its output. */
    sack_hours: number;
  };
  /** Each is rewarded once for every empire, at the moment at which it is first reached. */
  goals: {
    /** A goal that is rewarded once. */
    name: "barracks" | "wall" | "fields" | "victory" | "hall" | "muster" | "homes" | "stores" | "second_city" | "veteran" | "riders" | "seat";
    /** What the condition counts: complete levels of these types in all cities, together or the highest of one building; living units of these types; attacks won; cities; seats. */
    counts: "seats" | "cities" | "units" | "total_level" | "highest_level" | "victories";
    /** The types that count; empty if the measure has none. */
    of: ("soldiers" | "archers" | "knights" | "catapults" | "town_hall" | "farm" | "quarry" | "market" | "house" | "warehouse" | "barracks" | "stable" | "workshop" | "wall")[];
    /** The count that reaches the goal. */
    at_least: number;
    /** Whole units of each resource; rates may be negative. */
    reward: Amounts;
  }[];
  /** Lasting signs of an empire, without a reward. */
  deeds: {
    /** A lasting sign of an empire, in five steps. */
    name: "builder" | "farmer" | "mason" | "merchant" | "landlord" | "storekeeper" | "mayor" | "fortifier" | "founder" | "planner" | "recruiter" | "fletcher" | "marshal" | "siege_master" | "warlord" | "wayfarer" | "raider" | "conqueror" | "hunter" | "underdog" | "unscathed" | "avenger" | "plunderer" | "sacker" | "breaker" | "slayer" | "stalwart" | "night_watch" | "outnumbered" | "seat_guard" | "shield" | "sentinel" | "usurper" | "steadfast" | "crowned" | "dynasty" | "witness" | "envoy" | "comrade" | "renowned";
    /** The counts that reach the five steps. */
    steps: number[];
  }[];
  /** Without food, one unit in this many of each stack deserts per hour, rounded up. */
  deserters_one_in: number;
  /** The units; in rules, their numbers by type. */
  units: {
    /** The numbers of a type of unit. */
    soldiers: {
      /** Whole units of each resource; rates may be negative. */
      cost: Amounts;
      /** Its value in scores. */
      value: number;
      /** Attack of one unit. */
      attack: number;
      /** Hit points of one unit. */
      hp: number;
      /** Inhabitants that one unit takes. */
      people: number;
      /** Food that one unit eats per hour. */
      food_per_hour: number;
      /** With a training building of level 1. */
      train_seconds: number;
      /** Speed of a march. */
      tiles_per_hour: number;
      /** Units of plunder it carries. */
      carry: number;
      /** The type that it fights best; null: none. */
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      /** A type of building. */
      trained_in: BuildingType;
    };
    /** The numbers of a type of unit. */
    archers: {
      /** Whole units of each resource; rates may be negative. */
      cost: Amounts;
      /** Its value in scores. */
      value: number;
      /** Attack of one unit. */
      attack: number;
      /** Hit points of one unit. */
      hp: number;
      /** Inhabitants that one unit takes. */
      people: number;
      /** Food that one unit eats per hour. */
      food_per_hour: number;
      /** With a training building of level 1. */
      train_seconds: number;
      /** Speed of a march. */
      tiles_per_hour: number;
      /** Units of plunder it carries. */
      carry: number;
      /** The type that it fights best; null: none. */
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      /** A type of building. */
      trained_in: BuildingType;
    };
    /** The numbers of a type of unit. */
    knights: {
      /** Whole units of each resource; rates may be negative. */
      cost: Amounts;
      /** Its value in scores. */
      value: number;
      /** Attack of one unit. */
      attack: number;
      /** Hit points of one unit. */
      hp: number;
      /** Inhabitants that one unit takes. */
      people: number;
      /** Food that one unit eats per hour. */
      food_per_hour: number;
      /** With a training building of level 1. */
      train_seconds: number;
      /** Speed of a march. */
      tiles_per_hour: number;
      /** Units of plunder it carries. */
      carry: number;
      /** The type that it fights best; null: none. */
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      /** A type of building. */
      trained_in: BuildingType;
    };
    /** The numbers of a type of unit. */
    catapults: {
      /** Whole units of each resource; rates may be negative. */
      cost: Amounts;
      /** Its value in scores. */
      value: number;
      /** Attack of one unit. */
      attack: number;
      /** Hit points of one unit. */
      hp: number;
      /** Inhabitants that one unit takes. */
      people: number;
      /** Food that one unit eats per hour. */
      food_per_hour: number;
      /** With a training building of level 1. */
      train_seconds: number;
      /** Speed of a march. */
      tiles_per_hour: number;
      /** Units of plunder it carries. */
      carry: number;
      /** The type that it fights best; null: none. */
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      /** A type of building. */
      trained_in: BuildingType;
    };
  };
};
/** A type of building. */
export type BuildingType = "town_hall" | "farm" | "quarry" | "market" | "house" | "warehouse" | "barracks" | "stable" | "workshop" | "wall";
export type Resource = "gold" | "food" | "materials";
/** A type of unit. */
export type UnitType = "soldiers" | "archers" | "knights" | "catapults";
/** The reason of a refusal, for programs. */
export type ErrorCode = "VALIDATION_ERROR" | "MALFORMED_JSON" | "PAYLOAD_TOO_LARGE" | "MISSING_FIELDS" | "DUPLICATE_ACCOUNT" | "INVALID_LINK" | "INVALID_CREDENTIALS" | "AUTH_REQUIRED" | "FORBIDDEN" | "CROSS_ORIGIN" | "PROTECTED" | "ALLIED" | "TOKEN_SCOPE" | "MUTED" | "NOT_FOUND" | "NO_MAIL" | "NAME_TAKEN" | "LOCATION_TAKEN" | "TOO_CLOSE" | "WORLD_FULL" | "EMPIRE_EXISTS" | "CITY_LIMIT" | "ARMY_LIMIT" | "INSUFFICIENT_RESOURCES" | "INSUFFICIENT_POPULATION" | "REQUIREMENT_MISSING" | "MAX_LEVEL" | "QUEUE_FULL" | "ARMY_BUSY" | "INVALID_TARGET" | "RECENTLY_RECALLED" | "BATTLE_ACTIVE" | "SEAT_LIMIT" | "GUARD_LIMIT" | "ALLIANCE_MEMBER" | "ALLIANCE_PAUSE" | "CANDIDATE_LIMIT" | "ALLIANCE_FULL" | "ON_LEAVE" | "LEAVE_PAUSE" | "HOLDS_SEAT" | "TOKEN_LIMIT" | "IDEMPOTENCY_MISMATCH" | "BUSY" | "RATE_LIMITED" | "UNAVAILABLE" | "INTERNAL" | "SESSION_REPLACED" | "SESSION_ENDED";
