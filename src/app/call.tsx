import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadCallPage } from '../features/video-call'
import { createCall } from '../platform/call'
import { systemClock } from '../platform/clock'
import { keepPresses } from '../ui/layout/keep-presses'
import { ThemeProvider } from '../ui/theme'
import { readConfig } from './config'
import { telemetry } from './telemetry'

/** Opens the page of a video call: no session, no store, no portal. @param token of the link that opened it */
export const openCall = async (element: HTMLElement, token: string): Promise<void> => {
  const { origin, basePath } = readConfig(import.meta.env, window.location.origin).api
  const call = createCall({
    api: `${origin}${basePath}`,
    token,
    fetch: (url, init) => window.fetch(url, init),
    clock: systemClock,
    // Absent where a page is not protected (http): it then has neither camera nor microphone.
    devices: (navigator as Partial<Navigator>).mediaDevices,
    newId: () => crypto.randomUUID(),
  })
  keepPresses(document)
  const CallPage = await loadCallPage()
  createRoot(element, {
    onCaughtError: (thrown) => telemetry.report(thrown, 'call'),
    onUncaughtError: (thrown) => telemetry.report(thrown, 'call'),
  }).render(
    <StrictMode>
      <ThemeProvider>
        <CallPage call={call} />
      </ThemeProvider>
    </StrictMode>,
  )
}
