/** The selection of rounds by click and arrow keys, the replay at one round per second, and the proof. */
import { piecesFor, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import { group, leftText } from '../../shared-ui/words.ts';
import { offerCopies } from '../copy.ts';
import { offerProof } from '../proof.ts';
import { updateStrip } from '../strip.ts';

const replayMs = 1000;

/** Null shows the last round. */
let chosen: number | null = null;
let replaying: ReturnType<typeof setInterval> | null = null;

function numbersIn(text: string | undefined): number[] {
  return text === undefined || text === '' ? [] : text.split(',').map(Number);
}

type Report = NonNullable<ReturnType<typeof readReport>>;

function readReport() {
  const section = document.getElementById('strength');
  if (section === null) return null;
  const { battle = '', own, foe } = section.dataset;
  const strengths = numbersIn(own);
  return { battleId: battle, own: strengths, foe: numbersIn(foe), last: strengths.length - 1 };
}

function at(values: readonly number[], round: number): number {
  return values[round] ?? 0;
}

function drawStrip({ own, foe }: Report, round: number): void {
  const strip = stripOf(
    { start: at(own, 0), left: at(own, round) },
    { start: at(foe, 0), left: at(foe, round) },
  );
  updateStrip(document.querySelector('#clash .strip'), strip);
  for (const [id, values] of [['own-left', own] as const, ['foe-left', foe] as const]) {
    const caption = document.getElementById(id);
    if (caption !== null) caption.textContent = leftText(percentLeft(at(values, round), at(values, 0)));
  }
}

function markRound(round: number): void {
  const points = document.querySelectorAll('#chart .own circle');
  const x = points[round]?.getAttribute('cx') ?? '0';
  document.querySelector('#chart .chosen')?.setAttribute('transform', `translate(${x})`);
}

function drawForces(round: number): void {
  for (const row of document.querySelectorAll<HTMLElement>('#forces [data-steps]')) {
    const steps = numbersIn(row.dataset.steps);
    const [start, left] = [at(steps, 0), at(steps, round)];
    const [lostCell, leftCell] = [row.querySelector('[data-lost]'), row.querySelector('[data-left] b')];
    if (lostCell !== null) lostCell.textContent = group(start - left);
    if (leftCell !== null) leftCell.textContent = group(left);
    const pieces = row.querySelector<SVGElement>('.pieces');
    const solid = piecesFor(left, Number(pieces?.dataset.size ?? 1));
    pieces
      ?.querySelectorAll('rect')
      .forEach((piece, index) => piece.classList.toggle('fell', index >= solid));
  }
}

function show(round: number): void {
  const report = readReport();
  if (report === null) return;
  const shown = Math.min(Math.max(round, 0), report.last);
  for (const step of document.querySelectorAll<HTMLElement>('#steps a')) {
    if (Number(step.dataset.round) === shown) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  }
  for (const sentence of document.querySelectorAll<HTMLElement>('#told p')) {
    sentence.hidden = Number(sentence.dataset.round) !== shown;
  }
  drawStrip(report, shown);
  drawForces(shown);
  markRound(shown);
}

/** The choice in the address survives a refresh and can be shared. */
function choose(round: number): void {
  const report = readReport();
  if (report === null) return;
  chosen = Math.min(Math.max(round, 0), report.last);
  const query = new URLSearchParams(location.search);
  query.set('round', String(chosen));
  const address = `${location.pathname}?${query.toString()}`;
  history.replaceState(null, '', address);
  document.body.dataset.page = address;
  show(chosen);
}

/** Screen readers announce a round when the reader steps, but not during a replay. */
function updateAriaLive(): void {
  document.getElementById('told')?.setAttribute('aria-live', replaying === null ? 'polite' : 'off');
}

function stopReplay(): void {
  if (replaying !== null) clearInterval(replaying);
  replaying = null;
  updateAriaLive();
  const button = document.getElementById('replay');
  if (button !== null) button.textContent = 'Replay';
}

function startReplay(button: HTMLElement): void {
  const report = readReport();
  if (report === null) return;
  replaying = setInterval(() => {
    choose((chosen ?? 0) + 1);
    if (chosen === null || chosen >= (readReport()?.last ?? 0)) stopReplay();
  }, replayMs);
  updateAriaLive();
  if (chosen === null || chosen >= report.last) choose(0);
  button.textContent = 'Pause';
}

function offerReplay(): void {
  const button = document.getElementById('replay');
  if (button?.hidden !== true || (readReport()?.last ?? 0) < 1) return;
  // With reduced motion, readers only step.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  button.hidden = false;
  button.toggleAttribute('data-keep', true);
  button.addEventListener('click', () => {
    if (replaying === null) startReplay(button);
    else stopReplay();
  });
}

function focusStep(): void {
  document.querySelector<HTMLElement>('#steps [aria-current]')?.focus();
}

/** At the document, because a refresh replaces the steps. */
function listen(): void {
  document.addEventListener('click', (event) => {
    const step = event.target instanceof Element ? event.target.closest<HTMLElement>('#steps a') : null;
    if (step === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stopReplay();
    choose(Number(step.dataset.round));
  });
  document.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isHere = event.target instanceof Element && event.target.closest('#steps, #replay') !== null;
    if (move === undefined || !isHere || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stopReplay();
    choose((chosen ?? readReport()?.last ?? 0) + move);
    if (event.target.closest('#steps') !== null) focusStep();
  });
}

function takeOver(): void {
  offerCopies(() => document.getElementById('share-url'));
  const report = readReport();
  if (report === null) return;
  updateAriaLive();
  offerReplay();
  offerProof(report.battleId);
  show(chosen ?? report.last);
}

const strength = document.getElementById('strength');
if (strength !== null && 'chosen' in strength.dataset) chosen = Number(strength.dataset.round);
listen();
takeOver();
document.addEventListener('refreshed', takeOver);
