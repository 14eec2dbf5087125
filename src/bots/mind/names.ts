/** Names for the further cities of bots: more than an empire can found. */
export const cityNames: readonly string[] =
  `Aulis Byblos Corinth Delos Elatea Gaza Halos Iolcos Knossos Larissa
  Megara Naxos Olynthus Pylos Rhodes Sybaris Tiryns Volos Xanthos Zakros`.split(/\s+/);
