import { toProblem } from '../domain/problem'
import type { Waveforms } from './kit'
import { once } from './sync'

/** Waveforms, fetched with their first use: no other screen needs them. */
export const createLazyWaveforms = (
  options: Parameters<typeof import('./waveforms').createWaveforms>[0],
): Waveforms => {
  const load = once(async () => (await import('./waveforms')).createWaveforms(options))
  return {
    kept: async (request) =>
      await load().then(
        (waveforms) => waveforms.kept(request),
        () => null,
      ),
    ask: async (request, known) =>
      await load().then(
        (waveforms) => waveforms.ask(request, known),
        (thrown: unknown) => ({ kind: 'refused', problem: toProblem(thrown) }),
      ),
    pen: async (canvases, lost, inPage) => await (await load()).pen(canvases, lost, inPage),
  }
}
