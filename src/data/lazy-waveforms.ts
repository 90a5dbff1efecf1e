import { toProblem } from '../domain/problem'
import { loadOnce } from '../engine/load-once'
import type { Waveforms } from './waveform/waveforms'

/** Waveforms, fetched with their first use: no other screen needs them. */
export const createLazyWaveforms = (
  options: Parameters<typeof import('./waveform-windows').createWaveforms>[0],
): Waveforms => {
  const load = loadOnce(async () => (await import('./waveform-windows')).createWaveforms(options))
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
