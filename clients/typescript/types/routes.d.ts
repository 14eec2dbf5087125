// Recorded by record-types.mjs from the contract of the server.
import type { Answer } from './answer.js';
import type { CallOptions } from './call.js';
import type { AllianceItem, AllianceView, ArmyView, BattleItem, BattleView, BuildingType, BuildingView, Candidacy, Candidate, ChatMessage, CityView, EmpireEvent, EmpireItem, EmpireView, Hegemon, Leaderboard, MessageView, PlayerView, Reigns, Rules, SearchAnswer, SeatView, ShareView, ThreadView, UnitType, WishesView } from './contract.js';

/** A method for every route. Methods never reject. */
export interface Calls {
  /** The rankings of empires, and with the type `alliance` that of alliances; needs no session. For the next page, send the position after the last entry as `from`. */
  readLeaderboard: (query?: {
    type?: undefined | "military" | "score" | "crowns" | "alliance" | "economic";
    limit?: undefined | number;
    from?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<Leaderboard>>;
  /** Empires, cities, players and alliances whose names begin with a text; `after` is the `next` of the response before. */
  listMatches: (query: {
    name?: undefined | string;
    limit?: undefined | number;
    after?: undefined | string;
  } & {
    name: string;
  }, options?: CallOptions) => Promise<Answer<SearchAnswer>>;
  /** The seats of the world, ordered by number. For the next page, send the number after the last one as `from`. */
  readSeats: (query?: {
    from?: undefined | number;
    limit?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<{
    seats: SeatView[];
    server_time: string;
  }>>;
  /** The current reign with its standings, and the Hegemons of earlier ones. */
  readReigns: (query?: {
    limit?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<Reigns>>;
  /** What the operator tells all players at present; needs no session. */
  readAnnouncement: (options?: CallOptions) => Promise<Answer<{
    announcement: null | {
      text: string;
      announced_at: string;
      ends_at: string;
    };
  }>>;
  /** Active players, seat holders, the great battles of the week and the latest Hegemons; needs no session. */
  readToday: (options?: CallOptions) => Promise<Answer<{
    players: {
      today: number;
      yesterday: number;
    };
    battles: {
      today: number;
      yesterday: number;
    };
    seat_holders: {
      owner_username: string;
      is_bot: boolean;
      seats: number;
      empire_id: string;
      empire_name: string;
      alliance_tag: null | string;
    }[];
    great_battles: {
      battle_id: string;
      attacker: {
        empire_id: string;
        empire_name: string;
        alliance_tag: null | string;
      };
      defender: {
        empire_id: string;
        empire_name: string;
        alliance_tag: null | string;
      };
      location: {
        x: number;
        y: number;
      };
      result: "attacker_won" | "defender_won" | "draw" | "called_off";
      ended_at: string;
      report_path: null | string;
    }[];
    hegemons: Hegemon[];
    server_time: string;
  }>>;
  /** Cities and idle armies around a tile. */
  readMap: (query: {
    x?: undefined | number;
    y?: undefined | number;
    radius?: undefined | number;
  } & {
    x: number;
    y: number;
  }, options?: CallOptions) => Promise<Answer<{
    cities: {
      kind: "player" | "village" | "keeper";
      score: number;
      sacked_until: null | string;
      is_bot: boolean;
      empire_id: string;
      empire_name: string;
      alliance_tag: null | string;
      id: string;
      name: string;
      location: {
        x: number;
        y: number;
      };
    }[];
    armies: {
      is_bot: boolean;
      empire_id: string;
      empire_name: string;
      alliance_tag: null | string;
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
    }[];
    server_time: string;
  }>>;
  /** The settings and rules of this world. */
  readRules: (options?: CallOptions) => Promise<Answer<Rules>>;
  /** Every JSON route, as an OpenAPI document. */
  readOpenApi: (options?: CallOptions) => Promise<Answer<{
    openapi: string;
  } & {
    [key: string]: unknown;
  }>>;
  /** Every event of the socket, as an AsyncAPI document. */
  readAsyncApi: (options?: CallOptions) => Promise<Answer<{
    asyncapi: string;
  } & {
    [key: string]: unknown;
  }>>;
  /** All alliances, the newest first. For the next page, send `next` as `before`. */
  listAlliances: (query?: {
    limit?: undefined | number;
    before?: undefined | string;
  } & {}, options?: CallOptions) => Promise<Answer<{
    alliances: AllianceItem[];
    next: null | string;
  }>>;
  /** Founds an alliance, which you lead. */
  foundAlliance: (body: {
    name: string;
    tag: string;
    description?: undefined | null | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    alliance: AllianceItem;
  }>>;
  /** An alliance with its members. */
  readAlliance: (allianceId: string, options?: CallOptions) => Promise<Answer<AllianceView>>;
  updateAlliance: (allianceId: string, body: {
    description: null | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  dissolveAlliance: (allianceId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** The empires that your alliance has invited, and those that have applied. */
  listCandidates: (allianceId: string, query?: {
    limit?: undefined | number;
    before?: undefined | string;
  } & {}, options?: CallOptions) => Promise<Answer<{
    candidates: Candidate[];
    next: null | string;
  }>>;
  inviteEmpire: (allianceId: string, body: {
    empire_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  applyToAlliance: (allianceId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Declines, withdraws or rejects an invitation or an application. */
  removeCandidate: (allianceId: string, empireId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** The alliances that have invited you, and those to which you have applied. */
  listCandidacies: (query?: {
    limit?: undefined | number;
    before?: undefined | string;
  } & {}, options?: CallOptions) => Promise<Answer<{
    candidacies: Candidacy[];
    next: null | string;
  }>>;
  /** Accepts your invitation, or the application of another empire. */
  acceptMember: (allianceId: string, body: {
    empire_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Gives a member a role; `leader` hands the alliance over. */
  changeRole: (allianceId: string, empireId: string, body: {
    role: "leader" | "officer" | "member";
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Your empire leaves, or another one is expelled. */
  removeMember: (allianceId: string, empireId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** What the members of your alliance write: the latest messages, or those before or after a number. */
  readChat: (allianceId: string, query?: {
    limit?: undefined | number;
    before?: undefined | number;
    after?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<{
    messages: ChatMessage[];
    more: boolean;
  }>>;
  /** Writes to the members of your alliance. */
  writeToAlliance: (allianceId: string, body: {
    text: string;
  }, options?: CallOptions) => Promise<Answer<{
    alliance_id: string;
    message: ChatMessage;
    success: true;
  }>>;
  /** Reports a message of another member to the operator. */
  reportChat: (allianceId: string, body: {
    number: number;
    reason?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** The attacks on their way to members of your alliance, soonest first. */
  listThreats: (allianceId: string, options?: CallOptions) => Promise<Answer<{
    threats: BattleItem[];
  }>>;
  /** Your threads, the latest first. For the next page, send `next` as `before`. */
  listThreads: (query?: {
    limit?: undefined | number;
    before?: undefined | string;
  } & {}, options?: CallOptions) => Promise<Answer<{
    threads: {
      id: string;
      with: null | PlayerView;
      unread: number;
      read_to: number;
      last: number;
      updated_at: string;
      latest: MessageView;
    }[];
    next: null | string;
  }>>;
  /** Writes to a player, in your one thread with that player. */
  startThread: (body: {
    user_id: string;
    text: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    thread_id: string;
    message: MessageView;
  }>>;
  /** A thread of yours with its latest messages, or with those before or after a number. */
  readThread: (threadId: string, query?: {
    limit?: undefined | number;
    before?: undefined | number;
    after?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<{
    thread: ThreadView;
    is_blocked: boolean;
    messages: MessageView[];
    more: boolean;
  }>>;
  sendMessage: (threadId: string, body: {
    text: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    thread_id: string;
    message: MessageView;
  }>>;
  /** Marks the messages of a thread as read, up to a number. */
  markRead: (threadId: string, body: {
    number: number;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    read_to: number;
    unread: number;
  }>>;
  /** Reports a message of another player to the operator. */
  reportMessage: (threadId: string, body: {
    number: number;
    reason?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** The players whom you block, the latest first. */
  listBlocks: (query?: {
    limit?: undefined | number;
    before?: undefined | string;
  } & {}, options?: CallOptions) => Promise<Answer<{
    blocks: {
      player: PlayerView;
      blocked_at: string;
    }[];
    next: null | string;
  }>>;
  blockPlayer: (body: {
    user_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    player: PlayerView;
  }>>;
  unblockPlayer: (userId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  readMilitary: (empireId: string, options?: CallOptions) => Promise<Answer<{
    total_units: number;
    units_by_type: {
      soldiers: number;
      archers: number;
      knights: number;
      catapults: number;
    };
    armies: ArmyView[];
  }>>;
  moveArmy: (armyId: string, body: {
    destination: {
      x: number;
      y: number;
    };
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    army: ArmyView;
  }>>;
  /** Turns a marching army home; a recalled attack is called off. */
  recallArmy: (armyId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    army: ArmyView;
  }>>;
  /** Splits some of the units off into a new army, and returns that army. */
  splitArmy: (armyId: string, body: {
    units: {
      soldiers?: undefined | number;
      archers?: undefined | number;
      knights?: undefined | number;
      catapults?: undefined | number;
    };
    name?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    army: ArmyView;
  }>>;
  /** Merges the army of the body into this one; both are on the same tile. */
  mergeArmy: (armyId: string, body: {
    army_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    army: ArmyView;
  }>>;
  /** Discharges units of an army in a city of its empire, without a refund. */
  dismissUnits: (armyId: string, body: {
    units: {
      soldiers?: undefined | number;
      archers?: undefined | number;
      knights?: undefined | number;
      catapults?: undefined | number;
    };
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    army: null | ArmyView;
  }>>;
  /** Sends an army to attack a city, a standing army or a seat. */
  attack: (body: {
    army_id: string;
    target_type: "seat" | "city" | "army";
    target_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    battle: {
      id: string;
      attacker_id: string;
      defender_id: string;
      location: {
        x: number;
        y: number;
      };
      status: "active" | "completed";
      phase: "marching" | "fighting" | "completed";
      started_at: string;
      contact_at: string;
      result: null;
      seed_hash: string;
      morale: number;
    };
  }>>;
  listBattles: (query?: {
    limit?: undefined | number;
    empire_id?: undefined | string;
    status?: undefined | "active" | "completed";
  } & {}, options?: CallOptions) => Promise<Answer<{
    battles: BattleItem[];
  }>>;
  /** A battle of your empire, round by round; with the token of a link in `share`, any battle that was shared. */
  readBattle: (battleId: string, query?: {
    share?: undefined | string;
  } & {}, options?: CallOptions) => Promise<Answer<BattleView>>;
  /** Makes your public link to the report of a battle that is over, or returns it. */
  shareBattle: (battleId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    share: ShareView;
  }>>;
  /** Revokes your public link to the report of a battle. */
  revokeShare: (battleId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Founds the empire of the account, on the free tile nearest to the requested one. */
  foundEmpire: (body: {
    name: string;
    starting_location: {
      x: number;
      y: number;
    };
    capital_name?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    empire: {
      id: string;
      name: string;
      owner_id: string;
      created_at: string;
      capital: {
        id: string;
        name: string;
        location: {
          x: number;
          y: number;
        };
      };
    };
  }>>;
  readEmpire: (empireId: string, options?: CallOptions) => Promise<Answer<EmpireView>>;
  listEmpires: (query?: {
    page?: undefined | number;
    limit?: undefined | number;
    sort?: undefined | "created_at" | "name" | "score";
    order?: undefined | "asc" | "desc";
  } & {}, options?: CallOptions) => Promise<Answer<{
    empires: EmpireItem[];
    pagination: {
      page: number;
      limit: number;
      total: number;
      pages: number;
    };
  }>>;
  /** Changes name or description. */
  updateEmpire: (empireId: string, body: {
    name?: undefined | string;
    description?: undefined | null | string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    empire: EmpireView;
  }>>;
  /** The score of an empire by UTC day, oldest first. */
  listScores: (empireId: string, options?: CallOptions) => Promise<Answer<{
    scores: {
      day: string;
      score: number;
    }[];
  }>>;
  /** The event log of an empire, in ascending order of the numbers. */
  listEvents: (empireId: string, query?: {
    after?: undefined | number;
    limit?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<{
    events: EmpireEvent[];
    last: number;
  }>>;
  /** Your unread results, newest first. */
  listNews: (empireId: string, options?: CallOptions) => Promise<Answer<{
    results: EmpireEvent[];
  }>>;
  /** Marks results as read, by their numbers in the event log. */
  markNews: (empireId: string, body: {
    numbers: number[];
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
  }>>;
  /** The ledger of an empire's stock and units, newest first. */
  listLedger: (empireId: string, query?: {
    before?: undefined | number;
    limit?: undefined | number;
  } & {}, options?: CallOptions) => Promise<Answer<{
    entries: {
      number: number;
      at: string;
      cause: "production" | "construction" | "training" | "loot" | "city_founded" | "desertion" | "goal" | "founding" | "construction_cancelled" | "trained" | "battle" | "plundered" | "dismissed" | "opening" | "unrecorded" | "repair";
      stock: {
        gold: number;
        food: number;
        materials: number;
      };
      stock_after: {
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
      city_id: null | string;
      battle_id: null | string;
      building: null | {
        type: BuildingType;
        level: number;
      };
    }[];
  }>>;
  /** Your list of wishes: what is ordered as soon as it can be paid. */
  listWishes: (empireId: string, options?: CallOptions) => Promise<Answer<WishesView>>;
  /** Sets the whole list in this order. An unknown id is left out, because that wish has been ordered. */
  setWishes: (empireId: string, body: {
    wishes: ({
      id: string;
    } | {
      city_id: string;
      type: BuildingType;
    } | {
      city_id: string;
      unit_type: UnitType;
      quantity: number;
    })[];
    reserve?: undefined | {
      gold: number;
      food: number;
      materials: number;
    };
  }, options?: CallOptions) => Promise<Answer<WishesView>>;
  listCities: (empireId: string, options?: CallOptions) => Promise<Answer<{
    cities: CityView[];
  }>>;
  /** Founds a further city, on exactly this tile. */
  foundCity: (empireId: string, body: {
    name: string;
    location: {
      x: number;
      y: number;
    };
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    city: CityView;
  }>>;
  renameCity: (cityId: string, body: {
    name: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    city: CityView;
  }>>;
  listBuildings: (cityId: string, options?: CallOptions) => Promise<Answer<{
    buildings: BuildingView[];
  }>>;
  /** Orders levels of a building. */
  build: (cityId: string, body: {
    type: BuildingType;
    quantity?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    building: BuildingView;
    order: {
      id: string;
      from_level: number;
      to_level: number;
      cost: {
        gold: number;
        food: number;
        materials: number;
      };
      starts_at: string;
      completes_at: string;
    };
  }>>;
  train: (cityId: string, body: {
    unit_type: UnitType;
    quantity: number;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    order: {
      id: string;
      city_id: string;
      unit_type: UnitType;
      quantity: number;
      cost: {
        gold: number;
        food: number;
        materials: number;
      };
      starts_at: string;
      completes_at: string;
    };
  }>>;
  /** Cancels the unfinished levels of an order. */
  cancelOrder: (orderId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    refund: {
      gold: number;
      food: number;
      materials: number;
    };
  }>>;
  /** Creates an account. DUPLICATE_ACCOUNT: name or e-mail is taken, perhaps by an earlier attempt of this call whose response was lost. */
  register: (body: {
    username: string;
    email: string;
    password: string;
    confirm_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Logs in by name or e-mail. The client then sends the token of the session. */
  logIn: (body: {
    username: string;
    password: string;
    remember_me?: undefined | boolean;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
    token: string;
    expires_at: string;
    deletion_cancelled: boolean;
  }>>;
  /** Ends the session. AUTH_REQUIRED: it has already ended. */
  logOut: (options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Changes the password and ends all other sessions. FORBIDDEN: the current password is wrong. */
  changePassword: (body: {
    new_password: string;
    confirm_password: string;
    current_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Changes the e-mail: at once, or with a link in a mail. FORBIDDEN: the password is wrong. */
  changeEmail: (body: {
    email: string;
    current_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Confirms a new e-mail with the token of its mail. */
  confirmEmail: (body: {
    token: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Asks for a mail with a link to choose a new password. NO_MAIL: the server sends none. */
  forgotPassword: (body: {
    username: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Chooses a new password with the token of a mail, and ends all sessions. */
  resetPassword: (body: {
    new_password: string;
    confirm_password: string;
    token: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Deletes the account in 7 days and ends all its sessions. A login cancels the deletion. */
  deleteAccount: (body: {
    current_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
    deletes_at: string;
  }>>;
  /** Everything about the account and its empire. 3 times an hour. */
  readData: (options?: CallOptions) => Promise<Answer<{
    created_at: string;
    account: {
      id: string;
      username: string;
      email: string;
      created_at: string;
      last_login: null | string;
      is_active: boolean;
      empire_id: null | string;
    };
    pending_email: null | string;
    sessions: {
      id: string;
      created_at: string;
      expires_at: string;
      ip_address: null | string;
      user_agent: null | string;
      device: string;
      current: boolean;
    }[];
    login_networks: {
      hash: string;
      last_login: string;
    }[];
    empire: null | EmpireView;
    armies: ArmyView[];
    wishes: null | WishesView;
    messages: {
      thread_id: string;
      message: MessageView;
    }[];
    alliance_messages: {
      alliance_id: string;
      message: MessageView;
    }[];
    blocks: {
      player: PlayerView;
      blocked_at: string;
    }[];
    candidacies: Candidacy[];
    battles: BattleView[];
    events: EmpireEvent[];
    ledger: {
      number: number;
      at: string;
      cause: "production" | "construction" | "training" | "loot" | "city_founded" | "desertion" | "goal" | "founding" | "construction_cancelled" | "trained" | "battle" | "plundered" | "dismissed" | "opening" | "unrecorded" | "repair";
      stock: {
        gold: number;
        food: number;
        materials: number;
      };
      stock_after: {
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
      city_id: null | string;
      battle_id: null | string;
      building: null | {
        type: BuildingType;
        level: number;
      };
    }[];
  }>>;
  readProfile: (options?: CallOptions) => Promise<Answer<{
    id: string;
    username: string;
    email: string;
    created_at: string;
    last_login: null | string;
    is_active: boolean;
    empire_id: null | string;
  }>>;
  listSessions: (options?: CallOptions) => Promise<Answer<{
    sessions: {
      id: string;
      created_at: string;
      expires_at: string;
      ip_address: null | string;
      user_agent: null | string;
      device: string;
      current: boolean;
    }[];
  }>>;
  /** Ends all sessions of the user but that of this client. */
  revokeOtherSessions: (options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
  /** Ends another session of the account. */
  revokeSession: (sessionId: string, options?: CallOptions) => Promise<Answer<{
    success: true;
    message: string;
  }>>;
}
