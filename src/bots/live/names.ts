/** Names of bots: historical names, then the same names with a place of origin. */
import { cityNames } from '../mind/founding.ts';

const rulers: readonly string[] =
  `Agesilaus Alcibiades Amyntas Antiochus Arsinoe Artemisia Aspasia Attalus Berenice Brasidas Cassander
  Cimon Cleomenes Cynisca Demetrius Dion Epaminondas Eumenes Eurydice Gelon Gorgo Hamilcar Hiero
  Hipparchia Iphicrates Laodice Leonidas Lysander Lysimachus Mausolus Miltiades Nearchus Nicias
  Olympias Pausanias Pelopidas Perdiccas Phocion Ptolemy Pyrrhus Roxana Seleucus Sostratus Stratonice
  Telesilla Themistocles Timoleon Tomyris Xanthippus Zeno`.split(/\s+/);

/** A unique name for each bot. @param number from 0 to 999 */
export function nameOfBot(number: number): string {
  const ruler = rulers[number % rulers.length] ?? '';
  const generation = Math.floor(number / rulers.length);
  const origin = cityNames[(generation - 1) % cityNames.length] ?? '';
  return generation === 0 ? ruler : `${ruler} of ${origin}`;
}

/** The name of the bot's empire. @param attempt from 0; increase it while names are taken */
export function nameOfEmpire(bot: string, attempt: number): string {
  return attempt === 0 ? `House of ${bot}` : `House of ${bot}, ${attempt + 1}`;
}
