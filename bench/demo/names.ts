/** The names of the demo. */

export const empireNames: readonly string[] =
  `Thessaly Achaea Aeolis Aetolia Arcadia Argolis Attica Bithynia Boeotia
  Caria Chalcidice Cilicia Corinthia Cyrenaica Doris Elis Epirus Euboea Galatia Illyria Ionia Laconia Lesbos Locris
  Lycia Lydia Macedon Magnesia Megaris Messenia Mysia Pamphylia Paphlagonia Phocis Phrygia Pisidia Pontus Rhodos
  Sicyonia Thrace`.split(/\s+/);

export const hamlets: readonly string[] =
  `Alderford Ashcombe Barleyham Beechdale Birchgate Brambury Clayton Coldbrook
  Cranemere Deerhurst Elmstead Fernhill Flaxby Foxholm Goosefield Hazelwell Heathbourne Heronpool Honeythorpe Larkbeck
  Lindenford Longcroft Maplewick Marshgrove Millbridge Mosscote Nettleden Oakridge Ottermouth Plumstow Rushmoor
  Sedgewell Staghill Stonecroft Swanmere Thornbury Wheatley Whitcombe Willowby Woodgate`.split(/\s+/);

/** The first one is that of the visitor. */
export const alliances: readonly { tag: string; name: string; members: number; description: string }[] = [
  {
    tag: 'OAK',
    name: 'The Oak League',
    members: 6,
    description: 'We hold what we have, and lend each other walls.',
  },
  {
    tag: 'TIDE',
    name: 'Tide and Salt',
    members: 5,
    description: 'Harbours first, and a fair share of every raid.',
  },
  { tag: 'IRON', name: 'The Iron Compact', members: 5, description: 'Siege trains for hire among friends.' },
  { tag: 'LARK', name: 'The Larks', members: 4, description: 'Early risers. Ask before you march past.' },
  { tag: 'DUSK', name: 'The Dusk Council', members: 4, description: 'Small, quiet and awake at night.' },
];

/** The chat of the first alliance, oldest first: the place of the author among the members, and the words. */
export const chat: readonly { member: number; hoursAgo: number; text: string }[] = [
  { member: 0, hoursAgo: 49, text: 'Welcome, all. Rule one: nobody loses a city because nobody looked.' },
  { member: 2, hoursAgo: 47, text: 'My walls are at level 3 now. Tell me where to send archers.' },
  { member: 3, hoursAgo: 30, text: 'The villages in the south are empty, I was there last night.' },
  { member: 0, hoursAgo: 26, text: 'Then we go for the seat next. A crown an hour, and the reign is young.' },
  { member: 4, hoursAgo: 9, text: 'Its holder has lost half of the garrison. Look at the battle report.' },
  { member: 2, hoursAgo: 5, text: 'I can have 80 soldiers there in two hours. Who comes along?' },
  { member: 3, hoursAgo: 1, text: 'I do. And you, Thessaly? The seat is nearer to you than to any of us.' },
];
