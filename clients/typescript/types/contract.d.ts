// Recorded by record-types.mjs from the contract of the server.
export type BattleItem = {
  id: string;
  attacker_id: string;
  defender_id: string;
  attacker_name: string;
  attacker_tag: null | string;
  defender_name: string;
  defender_tag: null | string;
  location: {
    x: number;
    y: number;
  };
  status: "active" | "completed";
  phase: "marching" | "fighting" | "completed";
  started_at: string;
  contact_at: string;
  ends_at: null | string;
  result: null | "attacker_won" | "defender_won" | "draw" | "called_off";
};
export type BattleView = {
  id: string;
  attacker: {
    kind: "player" | "village" | "keeper";
    username: string;
    army_id: null | string;
    city_id: null | string;
    units_start: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
      militia: number;
    };
    units_end: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
      militia: number;
    };
    losses: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
    empire_id: string;
    empire_name: string;
    alliance_tag: null | string;
  };
  defender: {
    kind: "player" | "village" | "keeper";
    username: string;
    army_id: null | string;
    city_id: null | string;
    units_start: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
      militia: number;
    };
    units_end: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
      militia: number;
    };
    losses: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
    empire_id: string;
    empire_name: string;
    alliance_tag: null | string;
  };
  seat_number: null | number;
  location: {
    x: number;
    y: number;
  };
  rounds: {
    round: number;
    attacker: {
      units: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
        militia: number;
      };
      damage: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
        militia: number;
      };
    };
    defender: {
      units: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
        militia: number;
      };
      damage: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
        militia: number;
      };
    };
    events: string[];
  }[];
  status: "active" | "completed";
  phase: "marching" | "fighting" | "completed";
  result: null | "attacker_won" | "defender_won" | "draw" | "called_off";
  started_at: string;
  contact_at: string;
  ends_at: null | string;
  seed_hash: string;
  seed: null | string;
  morale: number;
  resolver: 2;
  volley: null | {
    soldiers: number;
    archers: number;
    knights: number;
    catapults: number;
    militia: number;
  };
  wall: null | {
    before: number;
    after: number;
  };
  loot: null | {
    gold: number;
    food: number;
    materials: number;
  };
  sack: null | {
    until: string;
    loot: {
      gold: number;
      food: number;
      materials: number;
    };
  };
  called_off: null | "army_gone" | "target_gone" | "protected" | "recalled" | "own_seat" | "seat_limit" | "truce" | "allied";
  share: null | ShareView;
};
export type ShareView = {
  token: string;
  path: string;
  created_at: string;
};
export type EmpireEvent = {
  number: number;
  at: string;
  type: "empire_founded";
  data: {
    city_id: string;
    city_name: string;
    location: {
      x: number;
      y: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "city_founded";
  data: {
    city_id: string;
    city_name: string;
    location: {
      x: number;
      y: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "city_renamed";
  data: {
    city_id: string;
    city_name: string;
    former_name: string;
  };
} | {
  number: number;
  at: string;
  type: "construction_complete";
  data: {
    city_id: string;
    city_name: string;
    building: {
      id: string;
      type: BuildingType;
      level: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "unit_training_complete";
  data: {
    city_id: string;
    city_name: string;
    units: {
      type: UnitType;
      quantity: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "army_arrived";
  data: {
    army_id: string;
    army_name: string;
    location: {
      x: number;
      y: number;
    };
    loot: {
      gold: number;
      food: number;
      materials: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "desertion";
  data: {
    lost: {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "sack_ended";
  data: {
    city_id: string;
    city_name: string;
  };
} | {
  number: number;
  at: string;
  type: "goal_reached";
  data: {
    goal: "barracks" | "wall" | "fields" | "victory" | "hall" | "muster" | "homes" | "stores" | "second_city" | "veteran" | "riders" | "seat";
    reward: {
      gold: number;
      food: number;
      materials: number;
    };
  };
} | {
  number: number;
  at: string;
  type: "seat_taken";
  data: {
    opponent_id: string;
    opponent_name: string;
    seat_id: string;
    seat_number: number;
    location: {
      x: number;
      y: number;
    };
    battle_id: string;
    opponent_tag?: undefined | string;
  };
} | {
  number: number;
  at: string;
  type: "seat_lost";
  data: {
    opponent_id: string;
    opponent_name: string;
    seat_id: string;
    seat_number: number;
    location: {
      x: number;
      y: number;
    };
    battle_id: string;
    opponent_tag?: undefined | string;
  };
} | {
  number: number;
  at: string;
  type: "hegemon";
  data: {
    reign: number;
    crowns: number;
    ended_at: string;
  };
} | {
  number: number;
  at: string;
  type: "alliance_joined";
  data: {
    role: "leader" | "officer" | "member";
    alliance_id: string;
    alliance_tag: string;
  };
} | {
  number: number;
  at: string;
  type: "alliance_role";
  data: {
    role: "leader" | "officer" | "member";
    alliance_id: string;
    alliance_tag: string;
  };
} | {
  number: number;
  at: string;
  type: "alliance_left";
  data: {
    reason: "left" | "expelled" | "dissolved";
    alliance_id: string;
    alliance_tag: string;
  };
} | {
  number: number;
  at: string;
  type: "alliance_invited";
  data: {
    alliance_id: string;
    alliance_tag: string;
  };
} | {
  number: number;
  at: string;
  type: "alliance_applied";
  data: {
    empire_id: string;
    empire_name: string;
    alliance_id: string;
    alliance_tag: string;
  };
} | {
  number: number;
  at: string;
  type: "battle_start";
  data: {
    contact_at: string;
    location: {
      x: number;
      y: number;
    };
    opponent_id: string;
    opponent_name: string;
    battle_id: string;
    role: "attacker" | "defender";
    opponent_tag?: undefined | string;
  };
} | {
  number: number;
  at: string;
  type: "battle_contact";
  data: {
    ends_at: string;
    location: {
      x: number;
      y: number;
    };
    opponent_id: string;
    opponent_name: string;
    battle_id: string;
    role: "attacker" | "defender";
    opponent_tag?: undefined | string;
  };
} | {
  number: number;
  at: string;
  type: "battle_end";
  data: {
    result: "attacker_won" | "defender_won" | "draw" | "called_off";
    losses: {
      attacker: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
      };
      defender: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
      };
    };
    loot: {
      gold: number;
      food: number;
      materials: number;
    };
    location: {
      x: number;
      y: number;
    };
    opponent_id: string;
    opponent_name: string;
    battle_id: string;
    role: "attacker" | "defender";
    opponent_tag?: undefined | string;
  };
} | {
  number: number;
  at: string;
  type: "battle_called_off";
  data: {
    reason: "army_gone" | "target_gone" | "protected" | "recalled" | "own_seat" | "seat_limit" | "truce" | "allied";
    location: {
      x: number;
      y: number;
    };
    opponent_id: string;
    opponent_name: string;
    battle_id: string;
    role: "attacker" | "defender";
    count?: undefined | number;
    opponent_tag?: undefined | string;
  };
};
export type BuildingView = {
  id: string;
  type: BuildingType;
  level: number;
  production: number;
  upkeep: number;
  status: "planned" | "constructing" | "active";
};
export type CityView = {
  id: string;
  name: string;
  population: number;
  location: {
    x: number;
    y: number;
  };
  buildings: BuildingView[];
  production: {
    gold: number;
    food: number;
    materials: number;
  };
  sacked_until: null | string;
  construction?: undefined | {
    order_id: string;
    type: BuildingType;
    level: number;
    starts_at: string;
    completes_at: string;
  }[];
  training?: undefined | {
    order_id: string;
    unit_type: UnitType;
    quantity: number;
    starts_at: string;
    completes_at: string;
  }[];
};
export type EmpireItem = {
  id: string;
  kind: "player" | "village" | "keeper";
  name: string;
  alliance_tag: null | string;
  owner_id: string;
  created_at: string;
  description: null | string;
  resources: {
    gold: number;
    food: number;
    materials: number;
  };
  military: {
    total_units: number;
    units_by_type: {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
  };
  score: number;
};
export type EmpireView = {
  id: string;
  description: null | string;
  created_at: string;
  kind: "player" | "village" | "keeper";
  military: {
    total_units: number;
    units_by_type: {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
  };
  name: string;
  owner_id: string;
  resources: {
    gold: number;
    food: number;
    materials: number;
  };
  score: number;
  military_score: number;
  economic_score: number;
  rates: {
    gold: number;
    food: number;
    materials: number;
  };
  caps: {
    gold: number;
    food: number;
    materials: number;
  };
  full_at: {
    gold: null | string;
    food: null | string;
    materials: null | string;
  };
  depleted_at: {
    gold: null | string;
    food: null | string;
    materials: null | string;
  };
  population: {
    used: number;
    total: number;
  };
  crowns: number;
  seats: {
    id: string;
    number: number;
    location: {
      x: number;
      y: number;
    };
    held_since: null | string;
  }[];
  alliance: null | {
    id: string;
    tag: string;
    role: "leader" | "officer" | "member";
    joined_at: string;
  };
  cities: CityView[];
  server_time: string;
  goals?: undefined | {
    name: "barracks" | "wall" | "fields" | "victory" | "hall" | "muster" | "homes" | "stores" | "second_city" | "veteran" | "riders" | "seat";
    reached_at: null | string;
    reward: {
      gold: number;
      food: number;
      materials: number;
    };
  }[];
};
export type ServerEvents = {
  empire_update: {
    empire_id: string;
    changes: {
      resources: {
        gold: number;
        food: number;
        materials: number;
      };
      population: number;
      military: {
        total_units: number;
        units_by_type: {
          soldiers: number;
          archers: number;
          knights: number;
          catapults: number;
        };
      };
    };
    timestamp: string;
    seq: number;
  };
  resource_update: {
    empire_id: string;
    resources: {
      gold: number;
      food: number;
      materials: number;
    };
    production_rates: {
      gold: number;
      food: number;
      materials: number;
    };
    timestamp: string;
    seq: number;
  };
  construction_complete: {
    empire_id: string;
    city_id: string;
    building: {
      id: string;
      type: BuildingType;
      level: number;
    };
    seq: number;
  };
  unit_training_complete: {
    empire_id: string;
    city_id: string;
    units: {
      type: UnitType;
      quantity: number;
    };
    seq: number;
  };
  battle_start: {
    battle_id: string;
    attacker_id: string;
    attacker: string;
    defender_id: string;
    defender: string;
    location: {
      x: number;
      y: number;
    };
    contact_at: string;
  };
  battle_update: {
    battle_id: string;
    round: number;
    events: string[];
    status: "active" | "completed";
  };
  battle_end: {
    battle_id: string;
    winner: "attacker" | "defender" | "draw";
    casualties: {
      attacker: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
      };
      defender: {
        soldiers: number;
        archers: number;
        knights: number;
        catapults: number;
      };
    };
    loot: {
      gold: number;
      food: number;
      materials: number;
    };
  };
  empire_event: {
    empire_id: string;
    event: EmpireEvent;
  };
  alliance_update: {
    alliance_id: string;
    timestamp: string;
  };
  alliance_message: AllianceMessage;
  alliance_threat: Threat;
  message: {
    thread_id: string;
    message: MessageView;
  };
  announcement: {
    announcement: null | {
      text: string;
      announced_at: string;
      ends_at: string;
    };
  };
  error: {
    message: string;
    code: ErrorCode;
  };
};
export type Hegemon = {
  number: number;
  empire_id: null | string;
  empire_name: string;
  alliance_tag: null | string;
  owner_username: null | string;
  crowns: number;
  ended_at: string;
  alliances: {
    alliance_id: string;
    tag: string;
    name: string;
    crowns: number;
  }[];
};
export type Reigns = {
  current: {
    number: number;
    ends_at: string;
    standings: Standing[];
    alliances: {
      alliance_id: string;
      tag: string;
      name: string;
      crowns: number;
    }[];
  };
  hegemons: Hegemon[];
  server_time: string;
};
export type SeatView = {
  attacks: {
    contact_at: string;
    value: number;
    units: null | {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
    empire_id: string;
    empire_name: string;
    alliance_tag: null | string;
    battle_id: string;
  }[];
  held_since: null | string;
  truce_until: null | string;
  morale_bonus: number;
  id: string;
  number: number;
  location: {
    x: number;
    y: number;
  };
  holder: null | {
    empire_id: string;
    empire_name: string;
    alliance_tag: null | string;
  };
};
export type Standing = {
  owner_username: string;
  is_bot: boolean;
  crowns: number;
  seats: number;
  empire_id: string;
  empire_name: string;
  alliance_tag: null | string;
  rank: number;
};
export type Leaderboard = {
  rankings: Ranking[];
  alliances: {
    rank: number;
    alliance_id: string;
    name: string;
    tag: string;
    member_count: number;
    score: number;
    crowns: number;
  }[];
  updated_at: string;
  me: null | {
    score: number;
    owner_username: string;
    is_bot: boolean;
    empire_id: string;
    empire_name: string;
    alliance_tag: null | string;
    rank: number;
    position: null | number;
  };
  own_alliance: null | {
    rank: number;
    alliance_id: string;
    name: string;
    tag: string;
    member_count: number;
    score: number;
    crowns: number;
    position: number;
  };
};
export type Ranking = {
  score: number;
  owner_username: string;
  is_bot: boolean;
  empire_id: string;
  empire_name: string;
  alliance_tag: null | string;
  rank: number;
};
export type AllianceItem = {
  id: string;
  name: string;
  tag: string;
  description: null | string;
  created_at: string;
  member_count: number;
};
export type AllianceView = {
  id: string;
  name: string;
  tag: string;
  description: null | string;
  created_at: string;
  member_count: number;
  leader_id: string;
  members: {
    empire_id: string;
    empire_name: string;
    owner_id: string;
    owner_username: string;
    is_bot: boolean;
    role: "leader" | "officer" | "member";
    joined_at: string;
    score: number;
  }[];
};
export type Candidacy = {
  alliance: AllianceItem;
  kind: "invitation" | "application";
  since: string;
};
export type Candidate = {
  owner_id: string;
  owner_username: string;
  is_bot: boolean;
  score: number;
  empire_id: string;
  empire_name: string;
  alliance_tag: null | string;
  kind: "invitation" | "application";
  since: string;
};
export type AllianceMessage = {
  alliance_id: string;
  message: ChatMessage;
};
export type ChatMessage = {
  number: number;
  author_id: null | string;
  author: null | string;
  text: string;
  sent_at: string;
  is_blocked: boolean;
};
export type Threat = {
  alliance_id: string;
  battle_id: string;
  state: "called_off" | "coming" | "met";
  attacker_id: string;
  attacker: string;
  attacker_tag: null | string;
  defender_id: string;
  defender: string;
  location: {
    x: number;
    y: number;
  };
  contact_at: string;
};
export type MessageView = {
  number: number;
  author_id: null | string;
  author: null | string;
  text: string;
  sent_at: string;
};
export type PlayerView = {
  user_id: string;
  username: string;
  empire_id: null | string;
  empire_name: null | string;
  alliance_tag: null | string;
};
export type ThreadView = {
  id: string;
  with: null | PlayerView;
  unread: number;
  read_to: number;
  last: number;
  updated_at: string;
};
export type SearchAnswer = {
  results: {
    score: number;
    location: null | {
      x: number;
      y: number;
    };
    empire_id: string;
    empire_name: string;
    alliance_tag: null | string;
    type: "player" | "empire" | "city";
    id: string;
    name: string;
  }[];
  alliances: {
    alliance_id: string;
    name: string;
    tag: string;
    member_count: number;
    score: number;
  }[];
  next: null | string;
};
export type ArmyView = {
  id: string;
  name: string;
  location: {
    x: number;
    y: number;
  };
  units: {
    soldiers: number;
    archers: number;
    knights: number;
    catapults: number;
  };
  status: "garrisoned" | "idle" | "marching" | "returning" | "fighting";
  destination?: undefined | {
    x: number;
    y: number;
  };
  departed_at?: undefined | string;
  arrives_at?: undefined | string;
};
export type WishesView = {
  wishes: ({
    id: string;
    city_id: string;
    type: BuildingType;
    level: number;
    quantity: 1;
    cost: null | {
      gold: number;
      food: number;
      materials: number;
    };
    state: "next" | "behind" | "busy" | "requirement" | "people" | "storage";
    due_at: null | string;
  } | {
    id: string;
    city_id: string;
    unit_type: UnitType;
    quantity: number;
    cost: {
      gold: number;
      food: number;
      materials: number;
    };
    state: "next" | "behind" | "busy" | "requirement" | "people" | "storage";
    due_at: null | string;
  })[];
  reserve: {
    gold: number;
    food: number;
    materials: number;
  };
};
export type Rules = {
  rules: number;
  speed: number;
  world_radius: number;
  limits: {
    level: number;
    levels_above_town_hall: number;
    build_queue: number;
    train_queue: number;
    batch: number;
    cities: number;
    armies: number;
    seats: number;
    alliance_members: number;
    candidates: number;
    wishes: number;
    wished_levels: number;
    wished_batches: number;
    battle_rounds: number;
  };
  rate_limits: {
    auth: number;
    data: number;
    action: number;
  };
  refund_percent: number;
  starting: {
    resources: {
      gold: number;
      food: number;
      materials: number;
    };
    units: {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
  };
  city: {
    output_per_hour: number;
    distance: number;
    cost: {
      gold: number;
      food: number;
      materials: number;
    };
  };
  buildings: {
    town_hall: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    farm: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    quarry: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    market: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    house: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    warehouse: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    barracks: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    stable: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    workshop: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
    wall: {
      workers_per_level: number;
      upkeep_per_level: number;
      produces: null | "gold" | "food" | "materials";
      needs: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      levels: {
        level: number;
        cost: {
          gold: number;
          food: number;
          materials: number;
        };
        seconds: number;
        production: number;
      }[];
    };
  };
  storage_caps: number[];
  vaults: number[];
  populations: number[];
  score: {
    built: number;
    arms: number;
    destroyed: number;
  };
  protection: {
    newcomer_hours: number;
    newcomer_score: number;
    attacker_times: number;
    attacker_plus: number;
    weakest: number;
    absence_days: number;
    retaliation_days: number;
  };
  alliance: {
    pause_hours: number;
    leader_absence_days: number;
  };
  battle: {
    warning_seconds: number;
    recall_hours: number;
    round_seconds: number;
    lowest_roll: number;
    highest_roll: number;
    lowest_morale: number;
    ward_per_wall_level: number;
    volley_per_wall_level: number;
    catapults_per_wall_level: number;
    strong_times: number;
    people_per_militia: number;
    militia: {
      attack: number;
      hp: number;
    };
  };
  villages: {
    founded: {
      distance: number;
      strength: number;
    }[];
    always_founded: number;
    enough: number;
    reach: number;
    growth_hours: number;
    highest_strength: number;
    people_per_militia: number;
    strengths: {
      strength: number;
      levels: {
        town_hall?: undefined | number;
        farm?: undefined | number;
        quarry?: undefined | number;
        market?: undefined | number;
        house?: undefined | number;
        warehouse?: undefined | number;
        barracks?: undefined | number;
        stable?: undefined | number;
        workshop?: undefined | number;
        wall?: undefined | number;
      };
      population: number;
      militia: number;
      initial_stock: {
        gold: number;
        food: number;
        materials: number;
      };
    }[];
  };
  seats: {
    foundings_per_seat: number;
    keeper_militia: number;
    warning_seconds: number;
    truce_hours: number;
    morale_per_hour: number;
    highest_morale_bonus: number;
    crowns_per_hour: number;
    reign_hours: number;
  };
  plunder: {
    share: number;
    most_halvings: number;
    memory_hours: number;
    spared_hours: number;
    sack_hours: number;
  };
  goals: {
    name: "barracks" | "wall" | "fields" | "victory" | "hall" | "muster" | "homes" | "stores" | "second_city" | "veteran" | "riders" | "seat";
    counts: "seats" | "cities" | "units" | "total_level" | "highest_level" | "victories";
    of: ("soldiers" | "archers" | "knights" | "catapults" | "town_hall" | "farm" | "quarry" | "market" | "house" | "warehouse" | "barracks" | "stable" | "workshop" | "wall")[];
    at_least: number;
    reward: {
      gold: number;
      food: number;
      materials: number;
    };
  }[];
  deserters_one_in: number;
  units: {
    soldiers: {
      cost: {
        gold: number;
        food: number;
        materials: number;
      };
      value: number;
      attack: number;
      hp: number;
      people: number;
      food_per_hour: number;
      train_seconds: number;
      tiles_per_hour: number;
      carry: number;
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      trained_in: BuildingType;
    };
    archers: {
      cost: {
        gold: number;
        food: number;
        materials: number;
      };
      value: number;
      attack: number;
      hp: number;
      people: number;
      food_per_hour: number;
      train_seconds: number;
      tiles_per_hour: number;
      carry: number;
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      trained_in: BuildingType;
    };
    knights: {
      cost: {
        gold: number;
        food: number;
        materials: number;
      };
      value: number;
      attack: number;
      hp: number;
      people: number;
      food_per_hour: number;
      train_seconds: number;
      tiles_per_hour: number;
      carry: number;
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      trained_in: BuildingType;
    };
    catapults: {
      cost: {
        gold: number;
        food: number;
        materials: number;
      };
      value: number;
      attack: number;
      hp: number;
      people: number;
      food_per_hour: number;
      train_seconds: number;
      tiles_per_hour: number;
      carry: number;
      strong_against: null | "soldiers" | "archers" | "knights" | "catapults";
      trained_in: BuildingType;
    };
  };
};
export type BuildingType = "town_hall" | "farm" | "quarry" | "market" | "house" | "warehouse" | "barracks" | "stable" | "workshop" | "wall";
export type Resource = "gold" | "food" | "materials";
export type UnitType = "soldiers" | "archers" | "knights" | "catapults";
export type ErrorCode = "VALIDATION_ERROR" | "MALFORMED_JSON" | "PAYLOAD_TOO_LARGE" | "MISSING_FIELDS" | "DUPLICATE_ACCOUNT" | "INVALID_LINK" | "INVALID_CREDENTIALS" | "AUTH_REQUIRED" | "FORBIDDEN" | "CROSS_ORIGIN" | "PROTECTED" | "ALLIED" | "MUTED" | "NOT_FOUND" | "NO_MAIL" | "NAME_TAKEN" | "LOCATION_TAKEN" | "TOO_CLOSE" | "WORLD_FULL" | "EMPIRE_EXISTS" | "CITY_LIMIT" | "ARMY_LIMIT" | "INSUFFICIENT_RESOURCES" | "INSUFFICIENT_POPULATION" | "REQUIREMENT_MISSING" | "MAX_LEVEL" | "QUEUE_FULL" | "ARMY_BUSY" | "INVALID_TARGET" | "RECENTLY_RECALLED" | "BATTLE_ACTIVE" | "SEAT_LIMIT" | "SEAT_TRUCE" | "ALLIANCE_MEMBER" | "ALLIANCE_PAUSE" | "CANDIDATE_LIMIT" | "ALLIANCE_FULL" | "IDEMPOTENCY_MISMATCH" | "BUSY" | "RATE_LIMITED" | "UNAVAILABLE" | "INTERNAL" | "SESSION_REPLACED" | "SESSION_ENDED";
