// Recorded from the contract of the server by npm run record:examples.
import type { Answer } from './answer.js';
import type { CallOptions } from './call.js';
import type { AllianceItem, AllianceView, Amounts, ArmyView, BattleItem, BattleView, BuildingType, BuildingView, Candidacy, Candidate, ChatMessage, CityView, EmpireEvent, EmpireItem, EmpireView, ErrorCode, Hegemon, Leaderboard, Location, MessageView, PlayerView, Reigns, Rules, SearchAnswer, SeatView, ShareView, TargetView, ThreadView, UnitCounts, UnitType, WishesView } from './contract.js';

/** A method for every route. Methods never reject. */
export interface Calls {
  /** The rankings of empires, and with the type `alliance` that of alliances; needs no session. For the next page, send the position after the last entry as `from`. */
  readLeaderboard: (query?: {
    /** What a ranking orders empires by; `alliance` ranks alliances by the scores of their members. */
    type?: undefined | "military" | "score" | "crowns" | "alliance" | "economic";
    /** 50 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
    /** Position of the first entry, counted from 1. */
    from?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<Leaderboard>>;
  /** Empires, cities, players and alliances whose names begin with a text; `after` is the `next` of the response before. */
  listMatches: (query: {
    /** The beginning of a name, ignoring case. */
    name?: undefined | string;
    /** 20 when absent. Values above 50 count as 50. */
    limit?: undefined | number;
    /** The `next` of the response before. */
    after?: undefined | string;
  } & {
    /** The beginning of a name, ignoring case. */
    name: string;
  }, options?: CallOptions) => Promise<Answer<SearchAnswer>>;
  /** The seats of the world, ordered by number. For the next page, send the number after the last one as `from`. */
  listSeats: (query?: {
    /** 100 when absent. Values above 1000 count as 1000. */
    limit?: undefined | number;
    /** Return seats after this number; when absent, start at the first. */
    after?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Ordered by number. */
    seats: SeatView[];
    /** For `after` of the next page; null after the last one. */
    next: null | number;
    /** The time for which all values hold. */
    server_time: string;
  }>>;
  /** The current reign with its standings, and the Hegemons of earlier ones. */
  readReigns: (query?: {
    /** Of each list. */
    limit?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<Reigns>>;
  /** What the operator tells all players at present; needs no session. */
  readAnnouncement: (options?: CallOptions) => Promise<Answer<{
    /** Null if there is none. */
    announcement: null | {
      /** A line of plain text. */
      text: string;
      /** When the operator wrote it. */
      announced_at: string;
      /** Until when it is shown. */
      ends_at: string;
    };
  }>>;
  /** Active players, seat holders, the great battles of the week and the latest Hegemons; needs no session. */
  readToday: (options?: CallOptions) => Promise<Answer<{
    /** Players, except bots, who gave an order. */
    players: {
      /** Since midnight UTC. */
      today: number;
      /** The UTC day before. */
      yesterday: number;
    };
    /** Battles that were fought. */
    battles: {
      /** Since midnight UTC. */
      today: number;
      /** The UTC day before. */
      yesterday: number;
    };
    /** Most seats first, then most crowns; ten at most. */
    seat_holders: {
      /** The name of its player. */
      owner_username: string;
      /** Whether one of the operator’s bots plays it. */
      is_bot: boolean;
      /** The number of seats it holds. */
      seats: number;
      /** The id of the empire. */
      empire_id: string;
      /** The name of the empire. */
      empire_name: string;
      /** The tag of its alliance; null outside of one. */
      alliance_tag: null | string;
    }[];
    /** Of the last seven days, most losses first; ten at most. None ended less than an hour ago. */
    great_battles: {
      /** The id of the battle. */
      battle_id: string;
      /** Name of the attacking empire. */
      attacker: {
        /** The id of the empire. */
        empire_id: string;
        /** The name of the empire. */
        empire_name: string;
        /** The tag of its alliance; null outside of one. */
        alliance_tag: null | string;
      };
      /** Name of the attacked empire. */
      defender: {
        /** The id of the empire. */
        empire_id: string;
        /** The name of the empire. */
        empire_name: string;
        /** The tag of its alliance; null outside of one. */
        alliance_tag: null | string;
      };
      /** A tile of the map. */
      location: Location;
      /** How a battle ended. */
      result: "attacker_won" | "defender_won" | "draw" | "called_off";
      /** When it ended. */
      ended_at: string;
      /** Page of the report, if a participant has made a public link to it; null otherwise. */
      report_path: null | string;
    }[];
    /** Winners of reigns, latest first; ten at most. */
    hegemons: Hegemon[];
    /** The time for which all values hold. */
    server_time: string;
  }>>;
  /** Cities and idle armies around a tile. */
  readMap: (query: {
    /** Column, counted from the centre of the world. */
    x?: undefined | number;
    /** Row, counted from the centre of the world. */
    y?: undefined | number;
    /** Tiles from the centre of the window to each side. */
    radius?: undefined | number;
  } & {
    /** Column, counted from the centre of the world. */
    x: number;
    /** Row, counted from the centre of the world. */
    y: number;
  }, options?: CallOptions) => Promise<Answer<{
    /** The cities. */
    cities: {
      /** The kind of its empire. Only a `player` empire has a player. */
      kind: "player" | "village" | "keeper";
      /** Its score; in rules, what a point costs. */
      score: number;
      /** When a sack of the city ends; null if it is not sacked. */
      sacked_until: null | string;
      /** Whether one of the operator’s bots plays its empire. */
      is_bot: boolean;
      /** The id of the empire. */
      empire_id: string;
      /** The name of the empire. */
      empire_name: string;
      /** The tag of its alliance; null outside of one. */
      alliance_tag: null | string;
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** A tile of the map. */
      location: Location;
    }[];
    /** Standing armies; marching armies are not shown. */
    armies: {
      /** Whether one of the operator’s bots plays its empire. */
      is_bot: boolean;
      /** The id of the empire. */
      empire_id: string;
      /** The name of the empire. */
      empire_name: string;
      /** The tag of its alliance; null outside of one. */
      alliance_tag: null | string;
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** A tile of the map. */
      location: Location;
      /** Number of units of each type. */
      units: UnitCounts;
      /** `garrisoned`: in a city of its empire. `idle`: standing elsewhere. `returning` and `fighting` armies refuse orders. */
      status: "garrisoned" | "idle" | "marching" | "returning" | "fighting";
    }[];
    /** The time for which all values hold. */
    server_time: string;
  }>>;
  /** The settings and rules of this world. */
  readRules: (options?: CallOptions) => Promise<Answer<Rules>>;
  /** Every JSON route, as an OpenAPI document. */
  readOpenApi: (options?: CallOptions) => Promise<Answer<{
    /** Version of OpenAPI. */
    openapi: string;
  } & {
    [key: string]: unknown;
  }>>;
  /** Every event of the socket, as an AsyncAPI document. */
  readAsyncApi: (options?: CallOptions) => Promise<Answer<{
    /** Version of AsyncAPI. */
    asyncapi: string;
  } & {
    [key: string]: unknown;
  }>>;
  /** All alliances, the newest first. For the next page, send `next` as `before`. */
  listAlliances: (query?: {
    /** 20 when absent. Values above 50 count as 50. */
    limit?: undefined | number;
    /** `next` of the page before; when absent, start at the newest. */
    before?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** The newest first. */
    alliances: AllianceItem[];
    /** For `before` of the next page; null after the last one. */
    next: null | string;
  }>>;
  /** Founds an alliance, which you lead. */
  foundAlliance: (body: {
    /** Its name. */
    name: string;
    /** 2 to 5 letters and digits; unique, ignoring case. */
    tag: string;
    /** What its player wrote about it. */
    description?: undefined | null | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** An alliance as lists show it. */
    alliance: AllianceItem;
  }>>;
  /** An alliance with its members. */
  readAlliance: (allianceId: string, options?: CallOptions) => Promise<Answer<AllianceView>>;
  /** Change the description or the note of the alliance that you lead */
  updateAlliance: (allianceId: string, body: {
    /** For everybody. Null removes it; absent, it stays. */
    description?: undefined | null | string;
    /** For members, on top of the chat: 1 to 2,000 characters with line breaks. Null removes it; absent, it stays. */
    note?: undefined | null | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Dissolve the alliance that you lead */
  dissolveAlliance: (allianceId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** The empires that your alliance has invited, and those that have applied. */
  listCandidates: (allianceId: string, query?: {
    /** 20 when absent. Values above 50 count as 50. */
    limit?: undefined | number;
    /** `next` of the page before; when absent, start at the newest. */
    before?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** The newest first. */
    candidates: Candidate[];
    /** For `before` of the next page; null after the last one. */
    next: null | string;
  }>>;
  /** Invite an empire */
  inviteEmpire: (allianceId: string, body: {
    /** The id of the empire. */
    empire_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Apply for the membership of your empire */
  applyToAlliance: (allianceId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Declines, withdraws or rejects an invitation or an application. */
  removeCandidate: (allianceId: string, empireId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** The alliances that have invited you, and those to which you have applied. */
  listCandidacies: (query?: {
    /** 20 when absent. Values above 50 count as 50. */
    limit?: undefined | number;
    /** `next` of the page before; when absent, start at the newest. */
    before?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** The newest first. */
    candidacies: Candidacy[];
    /** For `before` of the next page; null after the last one. */
    next: null | string;
  }>>;
  /** Accepts your invitation, or the application of another empire. */
  acceptMember: (allianceId: string, body: {
    /** Your own empire accepts an invitation; another one’s application is accepted. */
    empire_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Gives a member a role; `leader` hands the alliance over. */
  changeRole: (allianceId: string, empireId: string, body: {
    /** `leader` hands the alliance over; you become an officer. */
    role: "leader" | "officer" | "member";
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Your empire leaves, or another one is expelled. */
  removeMember: (allianceId: string, empireId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** What the members of your alliance write: the latest messages, or those before or after a number. */
  readChat: (allianceId: string, query?: {
    /** 50 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
    /** The latest messages before this number; when both are absent, the latest of all. */
    before?: undefined | number;
    /** The first messages after this number; for a client that was away. */
    after?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** What the leader keeps on top of the chat; null without one. */
    note: null | string;
    /** In the order of their numbers. */
    messages: ChatMessage[];
    /** For `after` if the request had it, otherwise for `before` of the next page; null after the last one. */
    next: null | number;
  }>>;
  /** Writes to the members of your alliance. */
  writeToAlliance: (allianceId: string, body: {
    /** 1 to 2,000 characters with line breaks. */
    text: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** The id of the alliance. */
    alliance_id: string;
    /** A message to all members of an alliance. */
    message: ChatMessage;
    /** Always true. */
    success: true;
  }>>;
  /** Reports a message of another member to the operator. */
  reportChat: (allianceId: string, body: {
    /** The number of a message of another player. */
    number: number;
    /** For the operator. */
    reason?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** The attacks on their way to members of your alliance, soonest first. */
  listThreats: (allianceId: string, options?: CallOptions) => Promise<Answer<{
    /** The attacks on their way to members, soonest first; 100 at most. */
    threats: {
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
      /** The member whose target it is. */
      holder: {
        /** The id of the empire. */
        empire_id: string;
        /** The name of the empire. */
        empire_name: string;
        /** The tag of its alliance; null outside of one. */
        alliance_tag: null | string;
      };
      /** What an army attacks. */
      target_type: "seat" | "city" | "army";
      /** The id of the city, army or seat that is attacked. */
      target_id: string;
      /** The present guard; null without one. */
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
    }[];
  }>>;
  /** What holds at present and concerns you. For the next page, send `next` as `after`. */
  listAlarms: (query?: {
    /** 50 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
    /** `next` of the page before; when absent, start at the first. */
    after?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** By kind and id: attacks, battles, messages, threats, wishes, storages. */
    alarms: {
      /** The same for as long as the alarm holds. */
      id: string;
      /** `attack`: an army is on its way to your city, army, seat or guard. `battle`: an own battle is over and not marked as read. `message`: a thread has unread messages. `threat`: an attack on a member of your alliance. `wish`: no wish can be ordered, and one costs more than the stock can ever hold. `storage`: a resource is at its cap. */
      kind: "message" | "attack" | "battle" | "threat" | "wish" | "storage";
      /** When it began; for `storage` and `wish` the time of this response. */
      at: string;
      /** Shared by alarms of which a later one replaces an earlier one. */
      tag: string;
      /** The alarm in a few words. */
      title: string;
      /** A sentence that names others only if you chose so; may be empty. */
      text: string;
      /** Your city that it concerns, if there is one. */
      city: null | string;
      /** The other empire or player, if there is one. */
      opponent: null | string;
      /** For an attack or a threat, when the army arrives. */
      contact_at: null | string;
      /** The page to open. */
      path: string;
    }[];
    /** For `after` of the next page; null after the last one. */
    next: null | string;
  }>>;
  /** Which alarms you want, and the browsers that receive them. */
  readAlarmSettings: (options?: CallOptions) => Promise<Answer<{
    /** Whether mails reach you: not before you confirm your e-mail, and not if the server sends none. */
    mail_state: "ready" | "unconfirmed" | "unavailable";
    /** The `applicationServerKey` for `pushManager.subscribe`, as base64url. */
    push_key: string;
    /** The latest first; at most 10: a further one replaces the one that was reached least recently. */
    devices: {
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** When it was created. */
      created_at: string;
      /** When the push service last accepted an alarm. */
      last_success_at: null | string;
      /** After 24 hours of failures, the browser is removed. */
      failing_since: null | string;
    }[];
    /** The kinds that you want. */
    kinds: ("message" | "attack" | "battle" | "threat" | "wish" | "storage")[];
    /** Whether alarms name other players. Otherwise they have a kind, your city and a time. */
    shows_names: boolean;
    /** The part of the local day in which nothing is sent; null: none. */
    quiet: null | {
      /** Hours and minutes of the local day, `22:30`. */
      from: string;
      /** Hours and minutes of the local day, `22:30`. */
      to: string;
    };
    /** Mails to your confirmed e-mail. They name no other player. */
    mail: {
      /** Whether a mail tells of attacks, at most one an hour. */
      attacks: boolean;
      /** Whether a mail at 08:00 local time tells what happened on the day before. */
      summary: boolean;
    };
    /** IANA name. */
    time_zone: string;
  }>>;
  /** Choose your alarms, and quiet hours */
  setAlarmSettings: (body: {
    /** The kinds that you want. */
    kinds: ("message" | "attack" | "battle" | "threat" | "wish" | "storage")[];
    /** Whether alarms name other players. Otherwise they have a kind, your city and a time. */
    shows_names: boolean;
    /** The part of the local day in which nothing is sent; null: none. */
    quiet: null | {
      /** Hours and minutes of the local day, `22:30`. */
      from: string;
      /** Hours and minutes of the local day, `22:30`. */
      to: string;
    };
    /** Mails to your confirmed e-mail. They name no other player. */
    mail: {
      /** Whether a mail tells of attacks, at most one an hour. */
      attacks: boolean;
      /** Whether a mail at 08:00 local time tells what happened on the day before. */
      summary: boolean;
    };
    /** IANA name. */
    time_zone: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** Which alarms you want, and where they go. */
    settings: {
      /** Whether mails reach you: not before you confirm your e-mail, and not if the server sends none. */
      mail_state: "ready" | "unconfirmed" | "unavailable";
      /** The `applicationServerKey` for `pushManager.subscribe`, as base64url. */
      push_key: string;
      /** The latest first; at most 10: a further one replaces the one that was reached least recently. */
      devices: {
        /** Its id. */
        id: string;
        /** Its name. */
        name: string;
        /** When it was created. */
        created_at: string;
        /** When the push service last accepted an alarm. */
        last_success_at: null | string;
        /** After 24 hours of failures, the browser is removed. */
        failing_since: null | string;
      }[];
      /** The kinds that you want. */
      kinds: ("message" | "attack" | "battle" | "threat" | "wish" | "storage")[];
      /** Whether alarms name other players. Otherwise they have a kind, your city and a time. */
      shows_names: boolean;
      /** The part of the local day in which nothing is sent; null: none. */
      quiet: null | {
        /** Hours and minutes of the local day, `22:30`. */
        from: string;
        /** Hours and minutes of the local day, `22:30`. */
        to: string;
      };
      /** Mails to your confirmed e-mail. They name no other player. */
      mail: {
        /** Whether a mail tells of attacks, at most one an hour. */
        attacks: boolean;
        /** Whether a mail at 08:00 local time tells what happened on the day before. */
        summary: boolean;
      };
      /** IANA name. */
      time_zone: string;
    };
  }>>;
  /** Sends your alarms to a browser. */
  addAlarmDevice: (body: {
    /** An address at the push service of a browser; others are refused. */
    endpoint: string;
    /** As in `PushSubscription.toJSON()`. */
    keys: {
      /** The public key of the browser. */
      p256dh: string;
      /** The secret that it shares with the sender. */
      auth: string;
    };
    /** Empty: browser and system. */
    name?: undefined | string;
    /** The endpoint before, if it changed. */
    replaces?: undefined | null | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A browser that receives your alarms. */
    device: {
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** When it was created. */
      created_at: string;
      /** When the push service last accepted an alarm. */
      last_success_at: null | string;
      /** After 24 hours of failures, the browser is removed. */
      failing_since: null | string;
    };
  }>>;
  /** Send no more alarms to a browser */
  removeAlarmDevice: (deviceId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Sends an alarm to a browser now. */
  testAlarmDevice: (deviceId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Your threads, the latest first. For the next page, send `next` as `before`. */
  listThreads: (query?: {
    /** 20 when absent. Values above 50 count as 50. */
    limit?: undefined | number;
    /** `next` of the page before; when absent, start at the newest. */
    before?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** The latest first. */
    threads: {
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
      /** A message of a thread. */
      latest: MessageView;
    }[];
    /** For `before` of the next page; null after the last one. */
    next: null | string;
  }>>;
  /** Writes to a player, in your one thread with that player. */
  startThread: (body: {
    /** The receiver: the `owner_id` of an empire. A thread with that player continues. */
    user_id: string;
    /** 1 to 2,000 characters with line breaks. */
    text: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The id of the thread. */
    thread_id: string;
    /** A message of a thread. */
    message: MessageView;
  }>>;
  /** A thread of yours with its latest messages, or with those before or after a number. */
  readThread: (threadId: string, query?: {
    /** 50 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
    /** The latest messages before this number; when both are absent, the latest of all. */
    before?: undefined | number;
    /** The first messages after this number; for a client that was away. */
    after?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** A thread of two players, as one of them sees it. */
    thread: ThreadView;
    /** Whether you block the other player. */
    is_blocked: boolean;
    /** In the order of their numbers. */
    messages: MessageView[];
    /** For `after` if the request had it, otherwise for `before` of the next page; null after the last one. */
    next: null | number;
  }>>;
  /** Write into a thread of yours */
  sendMessage: (threadId: string, body: {
    /** 1 to 2,000 characters with line breaks. */
    text: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The id of the thread. */
    thread_id: string;
    /** A message of a thread. */
    message: MessageView;
  }>>;
  /** Marks the messages of a thread as read, up to a number. */
  markRead: (threadId: string, body: {
    /** The number of the latest message that was read. */
    number: number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The number up to which messages are read. */
    read_to: number;
    /** Number of unread messages. */
    unread: number;
  }>>;
  /** Reports a message of another player to the operator. */
  reportMessage: (threadId: string, body: {
    /** The number of a message of another player. */
    number: number;
    /** For the operator. */
    reason?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** The players whom you block, the latest first. */
  listBlocks: (query?: {
    /** 20 when absent. Values above 50 count as 50. */
    limit?: undefined | number;
    /** `next` of the page before; when absent, start at the newest. */
    before?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** The latest first. */
    blocks: {
      /** A player, with the present empire. */
      player: PlayerView;
      /** When the player was blocked. */
      blocked_at: string;
    }[];
    /** For `before` of the next page; null after the last one. */
    next: null | string;
  }>>;
  /** Block a player */
  blockPlayer: (body: {
    /** The id of the player. */
    user_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A player, with the present empire. */
    player: PlayerView;
  }>>;
  /** Unblock a player */
  unblockPlayer: (userId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** The units and armies of an empire */
  readMilitary: (empireId: string, options?: CallOptions) => Promise<Answer<{
    /** Number of units of all types. */
    total_units: number;
    /** Number of units of each type. */
    units_by_type: UnitCounts;
    /** The armies. */
    armies: ArmyView[];
  }>>;
  /** Send an army to a tile */
  moveArmy: (armyId: string, body: {
    /** A tile inside the world: both coordinates are from -world_radius to world_radius. */
    destination: {
      /** Column, counted from the centre of the world. */
      x: number;
      /** Row, counted from the centre of the world. */
      y: number;
    };
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** An army. */
    army: ArmyView;
  }>>;
  /** Turns a marching army home; a recalled attack is called off. */
  recallArmy: (armyId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** An army. */
    army: ArmyView;
  }>>;
  /** Sends an army to guard a city or seat of an ally. */
  guardArmy: (armyId: string, body: {
    /** What an army guards. */
    target_type: "seat" | "city";
    /** A place of another member of your alliance. */
    target_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** An army. */
    army: ArmyView;
  }>>;
  /** Splits some of the units off into a new army, and returns that army. */
  splitArmy: (armyId: string, body: {
    /** Units of the new army: at least one, and at least one unit must stay. */
    units: {
      /** Number of soldiers. */
      soldiers?: undefined | number;
      /** Number of archers. */
      archers?: undefined | number;
      /** Number of knights. */
      knights?: undefined | number;
      /** Number of catapults. */
      catapults?: undefined | number;
    };
    /** Its name. */
    name?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** An army. */
    army: ArmyView;
  }>>;
  /** Merges the army of the body into this one; both are on the same tile. */
  mergeArmy: (armyId: string, body: {
    /** The army to merge into this one; it ceases to exist. */
    army_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** An army. */
    army: ArmyView;
  }>>;
  /** Discharges units of an army in a city of its empire, without a refund. */
  dismissUnits: (armyId: string, body: {
    /** Units to discharge: at least one. */
    units: {
      /** Number of soldiers. */
      soldiers?: undefined | number;
      /** Number of archers. */
      archers?: undefined | number;
      /** Number of knights. */
      knights?: undefined | number;
      /** Number of catapults. */
      catapults?: undefined | number;
    };
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** null: no unit is left, so the army has ceased to exist. */
    army: null | ArmyView;
  }>>;
  /** Sends an army to attack a city, a standing army or a seat. */
  attack: (body: {
    /** One of your armies, standing or on a plain march. It departs from its current tile. */
    army_id: string;
    /** What an army attacks. */
    target_type: "seat" | "city" | "army";
    /** A city, a standing army or a seat. An army in a city of its own empire is attacked as that city. */
    target_id: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A battle that was just ordered. */
    battle: {
      /** Its id. */
      id: string;
      /** The empire that attacks. */
      attacker_id: string;
      /** The empire that is attacked. */
      defender_id: string;
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
      /** The result; null while it is open. */
      result: null;
      /** SHA-256 of the seed as text (its 64 digits in ASCII), hexadecimal. Published when the attack is ordered. */
      seed_hash: string;
      /** In thousandths. An estimate; recomputed at contact. */
      morale: number;
    };
  }>>;
  /** Sends up to 20 armies to attack. Each order has its own outcome: `battle`, or `refusal`. */
  attackMany: (body: {
    /** Attacks, which are ordered one after the other. */
    orders: {
      /** One of your armies, standing or on a plain march. It departs from its current tile. */
      army_id: string;
      /** What an army attacks. */
      target_type: "seat" | "city" | "army";
      /** A city, a standing army or a seat. An army in a city of its own empire is attacked as that city. */
      target_id: string;
    }[];
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The outcome of each order, in the order of the request. */
    orders: {
      /** The id of the army. */
      army_id: string;
      /** What an army attacks. */
      target_type: "seat" | "city" | "army";
      /** The id of the city, army or seat that is attacked. */
      target_id: string;
      /** Null if this order was refused. */
      battle: null | {
        /** Its id. */
        id: string;
        /** The empire that attacks. */
        attacker_id: string;
        /** The empire that is attacked. */
        defender_id: string;
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
        /** The result; null while it is open. */
        result: null;
        /** SHA-256 of the seed as text (its 64 digits in ASCII), hexadecimal. Published when the attack is ordered. */
        seed_hash: string;
        /** In thousandths. An estimate; recomputed at contact. */
        morale: number;
      };
      /** Why this order was refused; null if it was not. */
      refusal: null | {
        /** For people. */
        error: string;
        /** For programs. */
        code: ErrorCode;
        /** What is wrong or what to do. Never repeats the sent value. */
        details?: undefined | string;
      };
    }[];
  }>>;
  /** What you have attacked before, with an army for each raid and its odds: orders for `attackMany`. */
  listTargets: (options?: CallOptions) => Promise<Answer<{
    /** The nearest to your capital first. */
    targets: TargetView[];
  }>>;
  /** Battles of the world or of one empire, newest first */
  listBattles: (query?: {
    /** 20 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
    /** Only battles in which this empire is attacker, defender, or holder of a guarded target. */
    empire_id?: undefined | string;
    /** `active` until the battle is decided and its rounds were shown. */
    status?: undefined | "active" | "completed";
  }, options?: CallOptions) => Promise<Answer<{
    /** The battles, latest first. */
    battles: BattleItem[];
  }>>;
  /** A battle of your empire, round by round; with the token of a link in `share`, any battle that was shared. */
  readBattle: (battleId: string, query?: {
    /** The token of a link to the report. With it, the route needs no session. */
    share?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<BattleView>>;
  /** Makes your public link to the report of a battle that is over, or returns it. */
  shareBattle: (battleId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A public link to the report of a battle. */
    share: ShareView;
  }>>;
  /** Revokes your public link to the report of a battle. */
  revokeShare: (battleId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Founds the empire of the account, on the free tile nearest to the requested one. */
  foundEmpire: (body: {
    /** Unique, ignoring case. */
    name: string;
    /** Preferred tile; the capital is founded on the nearest legal tile. */
    starting_location: {
      /** Column, counted from the centre of the world. */
      x: number;
      /** Row, counted from the centre of the world. */
      y: number;
    };
    /** When absent, the tile of the capital decides it. */
    capital_name?: undefined | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The empire. */
    empire: {
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** The user that owns the empire. */
      owner_id: string;
      /** When it was created. */
      created_at: string;
      /** The first city. */
      capital: {
        /** Its id. */
        id: string;
        /** Its name. */
        name: string;
        /** A tile of the map. */
        location: Location;
      };
    };
  }>>;
  /** The current state of an empire */
  readEmpire: (empireId: string, options?: CallOptions) => Promise<Answer<EmpireView>>;
  /** All empires, in pages */
  listEmpires: (query?: {
    /** The page, from 1. */
    page?: undefined | number;
    /** 20 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
    sort?: undefined | "created_at" | "name" | "score";
    /** Default: `asc` for `name`, otherwise `desc`. */
    order?: undefined | "asc" | "desc";
  }, options?: CallOptions) => Promise<Answer<{
    /** The empires of the page. */
    empires: EmpireItem[];
    /** The place of this page in the list. */
    pagination: {
      /** The page, from 1. */
      page: number;
      /** Number of items per page. */
      limit: number;
      /** All of them. */
      total: number;
      /** Number of pages. */
      pages: number;
    };
  }>>;
  /** Changes name or description. */
  updateEmpire: (empireId: string, body: {
    /** Its name. */
    name?: undefined | string;
    /** May have several lines. Null removes it. */
    description?: undefined | null | string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The current state of an empire. */
    empire: EmpireView;
  }>>;
  /** The score of an empire by UTC day, oldest first. */
  listScores: (empireId: string, options?: CallOptions) => Promise<Answer<{
    /** Oldest first: the score as of the first change of the empire on each day. Days without a change are missing. */
    scores: {
      /** A day in UTC. */
      day: string;
      /** Its score; in rules, what a point costs. */
      score: number;
    }[];
  }>>;
  /** The event log of an empire, in ascending order of the numbers. */
  listEvents: (empireId: string, query?: {
    /** Return entries after this number. 0 starts at the oldest entry that is kept. */
    after?: undefined | number;
    /** 50 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Oldest first. If the first number is above `after` + 1, the entries between are no longer kept. */
    events: EmpireEvent[];
    /** Number of the latest entry; 0 if there is none. */
    last: number;
    /** For `after` of the next page; null after the last one. */
    next: null | number;
  }>>;
  /** Your unread results, newest first. */
  listNews: (empireId: string, options?: CallOptions) => Promise<Answer<{
    /** Results that you have not read, newest first; at most 50. Older ones count as read. */
    results: EmpireEvent[];
  }>>;
  /** Marks results as read, by their numbers in the event log. */
  markNews: (empireId: string, body: {
    /** Numbers of entries. Those that are no unread results change nothing. */
    numbers: number[];
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
  }>>;
  /** The ledger of an empire's stock and units, newest first. */
  listLedger: (empireId: string, query?: {
    /** Return entries before this number; when absent, start at the latest entry. */
    before?: undefined | number;
    /** 50 when absent. Values above 100 count as 100. */
    limit?: undefined | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Newest first. Production since the last entry is posted with the next order or event. */
    entries: {
      /** Starts at 1, without gaps. */
      number: number;
      /** When it happened. */
      at: string;
      /** Why stock or units changed. */
      cause: "battle" | "production" | "construction" | "training" | "loot" | "city_founded" | "desertion" | "goal" | "founding" | "construction_cancelled" | "trained" | "plundered" | "dismissed" | "opening" | "unrecorded" | "repair";
      /** Change of the shown stock, in whole units. */
      stock: {
        /** Negative for a loss. */
        gold: number;
        /** Negative for a loss. */
        food: number;
        /** Negative for a loss. */
        materials: number;
      };
      /** Whole units of each resource; rates may be negative. */
      stock_after: Amounts;
      /** The units; in rules, their numbers by type. */
      units: {
        /** Negative for a loss. */
        soldiers: number;
        /** Negative for a loss. */
        archers: number;
        /** Negative for a loss. */
        knights: number;
        /** Negative for a loss. */
        catapults: number;
      };
      /** The city that built or trained, or that was plundered. */
      city_id: null | string;
      /** The battle that cost units, or from which the plunder comes. */
      battle_id: null | string;
      /** The highest level ordered; for a cancelled order, the lowest level that is not built. */
      building: null | {
        /** A type of building. */
        type: BuildingType;
        /** Its level. */
        level: number;
      };
    }[];
    /** For `before` of the next page; null after the last one. */
    next: null | number;
  }>>;
  /** Your list of wishes: what is ordered as soon as it can be paid. */
  listWishes: (empireId: string, options?: CallOptions) => Promise<Answer<WishesView>>;
  /** Sets the whole list in this order. An unknown id is left out, because that wish has been ordered. */
  setWishes: (empireId: string, body: {
    /** The whole list in its new order. An unknown `id` is left out: that wish has been ordered. A city has at most 10 levels and 3 batches. */
    wishes: ({
      /** Its id. */
      id: string;
    } | {
      city_id: string;
      type: BuildingType;
    } | {
      city_id: string;
      unit_type: UnitType;
      quantity: number;
    })[];
    /** Absent: unchanged. */
    reserve?: undefined | {
      /** Amount of gold. */
      gold: number;
      /** Amount of food. */
      food: number;
      /** Amount of materials. */
      materials: number;
    };
  }, options?: CallOptions) => Promise<Answer<WishesView>>;
  /** Orders a leave: after the notice, the empire stands still and cannot be attacked. */
  takeLeave: (empireId: string, body: {
    /** Real days. The speed of the world does not change them. */
    days: number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** Null after the return. */
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
  }>>;
  /** Returns from a leave, or cancels its notice. */
  endLeave: (empireId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** Null after the return. */
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
  }>>;
  /** The cities of an empire with their buildings */
  listCities: (empireId: string, options?: CallOptions) => Promise<Answer<{
    /** The cities. */
    cities: {
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
    }[];
  }>>;
  /** Founds a further city, on exactly this tile. */
  foundCity: (empireId: string, body: {
    /** Unique among the cities of the empire, ignoring case. */
    name: string;
    /** A tile inside the world: both coordinates are from -world_radius to world_radius. */
    location: {
      /** Column, counted from the centre of the world. */
      x: number;
      /** Row, counted from the centre of the world. */
      y: number;
    };
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A city. */
    city: CityView;
  }>>;
  /** Rename a city */
  renameCity: (cityId: string, body: {
    /** Unique among the cities of the empire, ignoring case. */
    name: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A city. */
    city: CityView;
  }>>;
  /** The buildings of a city */
  listBuildings: (cityId: string, options?: CallOptions) => Promise<Answer<{
    /** The buildings; in rules, their numbers by type. */
    buildings: BuildingView[];
  }>>;
  /** Orders levels of a building. */
  build: (cityId: string, body: {
    /** A type of building. */
    type: BuildingType;
    /** Number of levels; 1 when absent or null. */
    quantity?: undefined | null | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** A building; a city has at most one of each type. */
    building: BuildingView;
    /** The order. */
    order: {
      /** Its id. */
      id: string;
      /** The first ordered level. */
      from_level: number;
      /** The last ordered level. */
      to_level: number;
      /** Whole units of each resource; rates may be negative. */
      cost: Amounts;
      /** When it begins. */
      starts_at: string;
      /** Completion of the last level. An estimate while the order waits. */
      completes_at: string;
    };
  }>>;
  /** Order a batch of units */
  train: (cityId: string, body: {
    /** A type of unit. */
    unit_type: UnitType;
    /** How many. */
    quantity: number;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** The order. */
    order: {
      /** Its id. */
      id: string;
      /** The id of the city. */
      city_id: string;
      /** A type of unit. */
      unit_type: UnitType;
      /** How many. */
      quantity: number;
      /** Whole units of each resource; rates may be negative. */
      cost: Amounts;
      /** When it begins. */
      starts_at: string;
      /** Delivery of the whole batch. An estimate while it waits. */
      completes_at: string;
    };
  }>>;
  /** Cancels the unfinished levels of an order. */
  cancelOrder: (orderId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** 80 % of the cost of the unfinished levels, rounded down. */
    refund: Amounts;
  }>>;
  /** Creates an account. DUPLICATE_ACCOUNT: name or e-mail is taken, perhaps by an earlier attempt of this call whose response was lost. */
  register: (body: {
    /** Unique, ignoring case. Letters, digits, single spaces and _ . - are allowed; @ is not. */
    username: string;
    /** Unique, ignoring case. */
    email: string;
    /** Used exactly as sent, at most 1,024 bytes. */
    password: string;
    /** The same as the password. */
    confirm_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Logs in by name or e-mail. The client then sends the token of the session. */
  logIn: (body: {
    /** The username or the e-mail. */
    username: string;
    /** The password, exactly as at registration. */
    password: string;
    /** Whether the browser keeps the cookie for 30 days. The session lasts as long either way. */
    remember_me?: undefined | null | boolean;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
    /** For `Authorization: Bearer`. The cookie carries it signed; the header also accepts the signed form. */
    token: string;
    /** When it ends by itself. */
    expires_at: string;
    /** Whether the login cancelled the deletion of the account. */
    deletion_cancelled: boolean;
  }>>;
  /** Ends the session. AUTH_REQUIRED: it has already ended. */
  logOut: (options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Changes the password and ends all other sessions. FORBIDDEN: the current password is wrong. */
  changePassword: (body: {
    /** Used exactly as sent, at most 1,024 bytes. */
    new_password: string;
    /** The same as the new password. */
    confirm_password: string;
    /** The password so far. */
    current_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Changes the e-mail: at once, or with a link in a mail. FORBIDDEN: the password is wrong. */
  changeEmail: (body: {
    /** Unique, ignoring case. */
    email: string;
    /** The password so far. */
    current_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Confirms a new e-mail with the token of its mail. */
  confirmEmail: (body: {
    /** The token in the link of the mail. */
    token: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Asks for a mail with a link to choose a new password. NO_MAIL: the server sends none. */
  forgotPassword: (body: {
    /** The username or the e-mail. */
    username: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Chooses a new password with the token of a mail, and ends all sessions. */
  resetPassword: (body: {
    /** Used exactly as sent, at most 1,024 bytes. */
    new_password: string;
    /** The same as the new password. */
    confirm_password: string;
    /** The token in the link of the mail. */
    token: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Deletes the account in 7 days and ends all its sessions. A login cancels the deletion. */
  deleteAccount: (body: {
    /** The password so far. */
    current_password: string;
  }, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
    /** The account is deleted after this moment, unless you log in before. */
    deletes_at: string;
  }>>;
  /** Everything about the account and its empire. 3 times an hour. */
  readData: (options?: CallOptions) => Promise<Answer<{
    /** When it was created. */
    created_at: string;
    /** Your account. */
    account: {
      /** Its id. */
      id: string;
      /** The name of the player. */
      username: string;
      /** The e-mail address. */
      email: string;
      /** When it was created. */
      created_at: string;
      /** When the account last logged in; null before the first time. */
      last_login: null | string;
      /** Whether the account can be used. */
      is_active: boolean;
      /** Null until the user founds an empire. */
      empire_id: null | string;
    };
    /** A new e-mail that is not confirmed yet. */
    pending_email: null | string;
    /** The sessions, newest first. */
    sessions: {
      /** Its id. */
      id: string;
      /** When it was created. */
      created_at: string;
      /** When it ends by itself. */
      expires_at: string;
      /** The address that logged in. */
      ip_address: null | string;
      /** The program that logged in. */
      user_agent: null | string;
      /** Browser and system, such as `Chrome on Linux`. */
      device: string;
      /** Whether it is the session of this request. */
      current: boolean;
    }[];
    /** The newest first. */
    tokens: {
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** `read`: reads only. `play`: everything but changes of the account. */
      scope: "read" | "play";
      /** When it was created. */
      created_at: string;
      /** Null: it works until you revoke it. */
      expires_at: null | string;
      /** Accurate to an hour. Null: not used yet. */
      last_used_at: null | string;
    }[];
    /** The networks of your logins of the last 30 days, as keyed hashes. */
    login_networks: {
      /** Of the network, with a key of this server. */
      hash: string;
      /** The last login from there. */
      last_login: string;
    }[];
    /** Which alarms you want, and the browsers that receive them. */
    alarms: {
      /** The kinds that you want. */
      kinds: ("message" | "attack" | "battle" | "threat" | "wish" | "storage")[];
      /** Whether alarms name other players. Otherwise they have a kind, your city and a time. */
      shows_names: boolean;
      /** The part of the local day in which nothing is sent; null: none. */
      quiet: null | {
        /** Hours and minutes of the local day, `22:30`. */
        from: string;
        /** Hours and minutes of the local day, `22:30`. */
        to: string;
      };
      /** Mails to your confirmed e-mail. They name no other player. */
      mail: {
        /** Whether a mail tells of attacks, at most one an hour. */
        attacks: boolean;
        /** Whether a mail at 08:00 local time tells what happened on the day before. */
        summary: boolean;
      };
      /** IANA name. */
      time_zone: string;
      /** The latest first. */
      devices: {
        /** Its id. */
        id: string;
        /** Its name. */
        name: string;
        /** When it was created. */
        created_at: string;
        /** When the push service last accepted an alarm. */
        last_success_at: null | string;
        /** After 24 hours of failures, the browser is removed. */
        failing_since: null | string;
      }[];
    };
    /** Your empire; null until you found one. */
    empire: null | EmpireView;
    /** The armies. */
    armies: ArmyView[];
    /** Your wishes; null without an empire. */
    wishes: null | WishesView;
    /** The messages of your threads, by thread and number. */
    messages: {
      /** The id of the thread. */
      thread_id: string;
      /** A message of a thread. */
      message: MessageView;
    }[];
    /** What you wrote to alliances in the last 30 days, by alliance and number. */
    alliance_messages: {
      /** The id of the alliance. */
      alliance_id: string;
      /** A message of a thread. */
      message: MessageView;
    }[];
    /** The players whom you block, the latest first. */
    blocks: {
      /** A player, with the present empire. */
      player: PlayerView;
      /** When the player was blocked. */
      blocked_at: string;
    }[];
    /** The alliances that have invited you, and those to which you have applied. */
    candidacies: Candidacy[];
    /** Newest first; with the rounds that have been shown. */
    battles: BattleView[];
    /** Oldest first. If the first number is above `after` + 1, the entries between are no longer kept. */
    events: EmpireEvent[];
    /** Newest first. Production since the last entry is posted with the next order or event. */
    ledger: {
      /** Starts at 1, without gaps. */
      number: number;
      /** When it happened. */
      at: string;
      /** Why stock or units changed. */
      cause: "battle" | "production" | "construction" | "training" | "loot" | "city_founded" | "desertion" | "goal" | "founding" | "construction_cancelled" | "trained" | "plundered" | "dismissed" | "opening" | "unrecorded" | "repair";
      /** Change of the shown stock, in whole units. */
      stock: {
        /** Negative for a loss. */
        gold: number;
        /** Negative for a loss. */
        food: number;
        /** Negative for a loss. */
        materials: number;
      };
      /** Whole units of each resource; rates may be negative. */
      stock_after: Amounts;
      /** The units; in rules, their numbers by type. */
      units: {
        /** Negative for a loss. */
        soldiers: number;
        /** Negative for a loss. */
        archers: number;
        /** Negative for a loss. */
        knights: number;
        /** Negative for a loss. */
        catapults: number;
      };
      /** The city that built or trained, or that was plundered. */
      city_id: null | string;
      /** The battle that cost units, or from which the plunder comes. */
      battle_id: null | string;
      /** The highest level ordered; for a cancelled order, the lowest level that is not built. */
      building: null | {
        /** A type of building. */
        type: BuildingType;
        /** Its level. */
        level: number;
      };
    }[];
  }>>;
  /** The account of the caller */
  readProfile: (options?: CallOptions) => Promise<Answer<{
    /** Its id. */
    id: string;
    /** The name of the player. */
    username: string;
    /** The e-mail address. */
    email: string;
    /** When it was created. */
    created_at: string;
    /** When the account last logged in; null before the first time. */
    last_login: null | string;
    /** Whether the account can be used. */
    is_active: boolean;
    /** Null until the user founds an empire. */
    empire_id: null | string;
  }>>;
  /** The sessions of the caller */
  listSessions: (options?: CallOptions) => Promise<Answer<{
    /** The sessions, newest first. */
    sessions: {
      /** Its id. */
      id: string;
      /** When it was created. */
      created_at: string;
      /** When it ends by itself. */
      expires_at: string;
      /** The address that logged in. */
      ip_address: null | string;
      /** The program that logged in. */
      user_agent: null | string;
      /** Browser and system, such as `Chrome on Linux`. */
      device: string;
      /** Whether it is the session of this request. */
      current: boolean;
    }[];
  }>>;
  /** Ends all sessions of the user but that of this client. */
  revokeOtherSessions: (options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** Ends another session of the account. */
  revokeSession: (sessionId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
  /** The API tokens of the caller */
  listTokens: (options?: CallOptions) => Promise<Answer<{
    /** The newest first. */
    tokens: {
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** `read`: reads only. `play`: everything but changes of the account. */
      scope: "read" | "play";
      /** When it was created. */
      created_at: string;
      /** Null: it works until you revoke it. */
      expires_at: null | string;
      /** Accurate to an hour. Null: not used yet. */
      last_used_at: null | string;
    }[];
  }>>;
  /** Makes an API token. The answer is the only one with its `secret`. */
  createToken: (body: {
    /** What you call it, for example the name of the program. Unique among your tokens. */
    name: string;
    /** `read`: reads only. `play`: everything but changes of the account. */
    scope: "read" | "play";
    /** How long it works. Null: until you revoke it. */
    days?: undefined | null | number;
  }, options?: CallOptions) => Promise<Answer<{
    /** The token, without its secret. */
    token: {
      /** Its id. */
      id: string;
      /** Its name. */
      name: string;
      /** `read`: reads only. `play`: everything but changes of the account. */
      scope: "read" | "play";
      /** When it was created. */
      created_at: string;
      /** Null: it works until you revoke it. */
      expires_at: null | string;
      /** Accurate to an hour. Null: not used yet. */
      last_used_at: null | string;
    };
    /** For `Authorization: Bearer`. No later response repeats it. */
    secret: string;
  }>>;
  /** Ends an API token, and the live connections that use it. */
  revokeToken: (tokenId: string, options?: CallOptions) => Promise<Answer<{
    /** Always true. */
    success: true;
    /** For people. */
    message: string;
  }>>;
}
