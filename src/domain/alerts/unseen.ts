import { reassuringBelow } from '../virtual-ward/due'

/**
 * How grave it is that a check-up was missed, or that all monitoring stopped: nobody knows how the
 * patient is. Somebody is called where the score in force, or its lower bound, asked for an urgent
 * answer (decisions.md, T14). `total` null: nothing was scored.
 */
export const unseenSeverity = (total: number | null): 1 | 3 =>
  total !== null && total >= reassuringBelow ? 3 : 1
