import { durationMs, type DrawnRun } from '../pastRun';
import type { UsualBand } from '../entry';
import { appearanceOf, BAR_HEIGHT, barCell } from './outcomes';
import { emptyCell, pictureRow } from './strip';
import { BAND } from './style';

/** The band is never thinner than this part of the picture, in percent. */
const LEAST_BAND = 8;
/** Two columns alone are not as broad as the picture. */
const LEAST_PLACES = 12;

/**
 * How long the latest runs took, one column each, the newest at the right; behind them what is usual.
 * @param runs newest first
 * @param most so many columns at most
 * @returns undefined where there is nothing to compare
 */
export function durationChart(
  runs: readonly DrawnRun[],
  usual: UsualBand | undefined,
  most: number,
  nowMs: number,
): string | undefined {
  const shown = runs
    .filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'missed')
    .slice(0, most)
    .map((run) => ({
      look: appearanceOf(run.outcome),
      took: durationMs(run) ?? nowMs - run.beginMs,
    }))
    .reverse();
  if (shown.length < 2) return undefined;
  const places = Math.max(shown.length, Math.min(most, LEAST_PLACES));
  const usualTop = (usual?.toSeconds ?? 0) * 1000;
  const top = Math.max(1, usualTop * 1.2, ...shown.map(({ took }) => took));
  const columns = shown.map(({ look, took }) => {
    const height = Math.max(look.isHollow ? 5 : 2, Math.round((took / top) * BAR_HEIGHT));
    return barCell(look, height, 1);
  });
  const left = places - shown.length;
  const lead = left > 0 ? emptyCell(left) : '';
  return pictureRow(`${lead}${columns.join('')}`, BAR_HEIGHT, usual && bandOf(usual, top));
}

/** A stripe from the ground up; programs that do not draw it have it in words. */
function bandOf({ fromSeconds, toSeconds }: UsualBand, top: number): string {
  const at = (seconds: number) => Math.round(((seconds * 1000) / top) * 100);
  const high = Math.max(at(toSeconds), LEAST_BAND);
  const low = Math.min(at(fromSeconds), high - LEAST_BAND);
  return `;background:linear-gradient(to top,transparent ${low}%,${BAND} ${low}%,${BAND} ${high}%,transparent ${high}%)`;
}
