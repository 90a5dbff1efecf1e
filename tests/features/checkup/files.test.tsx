// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CountUseContext } from '../../../src/ui/count-use'
import { checkupRoom } from '../../../src/features/checkup'
import {
  act,
  answered,
  checkupOf,
  clinicalRuntime,
  fireEvent,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

const id = '5b76e947-dbdf-5700-b410-f08d47d78b44'
const urlOf = (name: string): string => `/files/${id}/${name}`
const place = (view: string, quadrant: string) => urlOf(`${view}_${quadrant}.wav`)
/** Two of eight are missing. */
const heard = [
  ['front', 'upper_left'],
  ['front', 'upper_right'],
  ['front', 'lower_left'],
  ['back', 'upper_left'],
  ['back', 'upper_right'],
  ['back', 'lower_left'],
] as const
const full = checkupOf('c1', {
  attachments: [
    { id: 'e', type: 'ecg_report', downloadUrl: urlOf('ecg.pdf') },
    { id: 'o', type: 'Letter', downloadUrl: 'https://elsewhere.example/letter.pdf' },
  ],
  picture: [
    { url: urlOf('leg.png'), caption: 'Left leg' },
    { url: urlOf('arm.png'), caption: null },
    { url: 'https://elsewhere.example/foot.png', caption: 'Foot' },
  ],
  lungSounds: heard.map(([view, quadrant]) => ({ url: place(view, quadrant) })),
})
const addressOf = (url: string, version = 1): string =>
  `/Prod/checkups/file?address=${version}${url.replaceAll('/', '-')}`
const named = (version = 1) =>
  [...full.picture, ...full.lungSounds, { url: urlOf('ecg.pdf') }]
    .filter(({ url }) => url.startsWith('/files/'))
    .map(({ url }) => ({
      url,
      mediaType: 'image/png',
      byteCount: 3,
      address: addressOf(url, version),
    }))

const counted = vi.fn()
const open = (
  checkup = full,
  answer: (times: number) => unknown = () => ({ kind: 'done', value: named() }),
  fake = clinicalRuntime(),
) => {
  let times = 0
  fake.ask.mockImplementation(async (name: string) => {
    if (name !== 'checkupFiles') return { kind: 'refused', problem: serverDown }
    times += 1
    return answer(times)
  })
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('checkupDetail').set(answered([checkup]))
  fake.view('patientCheckups').set(answered([checkup]))
  const [route] = checkupRoom.routes
  if (route === undefined) throw new Error('No route')
  const counting = {
    id: 'counting',
    routes: [
      {
        ...route,
        access: { ...route.access, path: '/counted/:patientId/:checkupId' },
        load: async () => {
          const Screen = await route.load()
          return () => (
            <CountUseContext value={counted}>
              <Screen />
            </CountUseContext>
          )
        },
      },
    ],
  } as unknown as typeof checkupRoom
  return openClinical('/counted/p1/c1', { fake, rooms: [counting] })
}
const offline = () => {
  const fake = clinicalRuntime()
  fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  return fake
}

const playing = new Map<HTMLMediaElement, boolean>()
let made: HTMLMediaElement[] = []
beforeEach(() => {
  counted.mockClear()
  playing.clear()
  made = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    if (!made.includes(this)) made.push(this)
    playing.set(this, true)
    Object.defineProperty(this, 'duration', { value: 5, configurable: true })
    fireEvent(this, new Event('durationchange'))
    fireEvent(this, new Event('play'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(
    this: HTMLMediaElement,
  ) {
    if (playing.get(this) !== true) return
    playing.set(this, false)
    fireEvent(this, new Event('pause'))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('pictures', () => {
  test('are shown by their address, with captions and words for who does not see them; what is kept elsewhere is said and not loaded', async () => {
    open()
    const block = within(await screen.findByRole('region', { name: 'Pictures' }))
    const leg = await block.findByRole('img', { name: 'Left leg' })
    expect(leg.getAttribute('src')).toBe(addressOf(urlOf('leg.png')))
    expect(block.getByText('Left leg')).toBeTruthy()
    expect(block.getByRole('img', { name: 'Picture 2 of 3, without a caption' })).toBeTruthy()
    expect(block.getAllByRole('img')).toHaveLength(2)
    expect(
      block.getByText('This is kept outside this portal and cannot be shown here.'),
    ).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('elsewhere.example')
  })

  test('are enlarged in a dialog, by press or key, which gives the focus back', async () => {
    const { user } = open()
    const button = await screen.findByRole('button', { name: 'Enlarge: Left leg' })
    button.focus()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Left leg' }))
    expect(dialog.getByRole('img', { name: 'Left leg' }).getAttribute('src')).toBe(
      addressOf(urlOf('leg.png')),
    )
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  test('one that is loaded is not loaded again when its address is renewed', async () => {
    const { user } = open(full, (times) => ({ kind: 'done', value: named(times) }))
    const leg = await screen.findByRole('img', { name: 'Left leg' })
    fireEvent.load(leg)
    // Another one has to be asked for again, and every address is a new one.
    fireEvent.error(screen.getByRole('img', { name: 'Picture 2 of 3, without a caption' }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const other = await screen.findByRole('img', { name: 'Picture 2 of 3, without a caption' })
    expect(other.getAttribute('src')).toBe(addressOf(urlOf('arm.png'), 2))
    expect(screen.getByRole('img', { name: 'Left leg' }).getAttribute('src')).toBe(
      addressOf(urlOf('leg.png')),
    )
  })

  test('one that cannot be loaded says so, never as a broken image, and is loaded by a new address', async () => {
    const { user } = open(full, (times) => ({ kind: 'done', value: named(times) }))
    fireEvent.error(await screen.findByRole('img', { name: 'Left leg' }))
    expect(screen.queryByRole('img', { name: 'Left leg' })).toBeNull()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('This could not be loaded.')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    const again = await screen.findByRole('img', { name: 'Left leg' })
    expect(again.getAttribute('src')).toBe(addressOf(urlOf('leg.png'), 2))
  })

  test('without a connection the screen says that they need it; without files nothing is asked', async () => {
    open(full, () => ({ kind: 'refused', problem: serverDown }), offline())
    const block = within(await screen.findByRole('region', { name: 'Pictures' }))
    expect(
      block.getAllByText('This needs a connection: it is not kept on this device.'),
    ).toHaveLength(2)
    expect(block.queryByRole('img')).toBeNull()
    cleanup()
    const { ask } = open(checkupOf('c1', { picture: [{ url: '/leg.jpg', caption: null }] }))
    await screen.findByRole('region', { name: 'Pictures' })
    expect(ask).not.toHaveBeenCalledWith('checkupFiles', expect.anything())
  })

  test('a failed question can be asked again; what the server has not is said', async () => {
    const { user } = open(full, (times) =>
      times === 1
        ? { kind: 'refused', problem: serverDown }
        : { kind: 'done', value: named().slice(0, 1) },
    )
    const block = within(await screen.findByRole('region', { name: 'Pictures' }))
    const [again] = await block.findAllByRole('button', { name: 'Try again' })
    if (again === undefined) throw new Error('Nothing to press')
    await user.click(again)
    expect(await block.findByRole('img', { name: 'Left leg' })).toBeTruthy()
    expect(block.getByText('This is not on the server any more.')).toBeTruthy()
  })
})

describe('attachments', () => {
  const tabOf = () => {
    const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    return tab
  }

  test('an ECG report opens in a tab by an address that is asked for at the press', async () => {
    const tab = tabOf()
    const { user } = open(full, (times) => ({ kind: 'done', value: named(times) }))
    await user.click(await screen.findByRole('button', { name: 'Open the ECG report' }))
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith(addressOf(urlOf('ecg.pdf'), 2)),
    )
    expect(tab.opener).toBeNull()
    const block = screen.getByRole('region', { name: 'Attachments' })
    expect(within(block).queryByRole('button', { name: /Letter/ })).toBeNull()
    expect(block.textContent).toContain('LetterThis is kept outside this portal')
  })

  test('one that is refused is said and leaves no empty tab; a blocked tab is a link', async () => {
    const tab = tabOf()
    const { user } = open(full, (times) =>
      times === 2
        ? { kind: 'refused', problem: serverDown }
        : { kind: 'done', value: named(times) },
    )
    const button = await screen.findByRole('button', { name: 'Open the ECG report' })
    await user.click(button)
    expect(await screen.findByText(/The ECG report could not be opened/)).toBeTruthy()
    expect(tab.close).toHaveBeenCalled()
    vi.spyOn(window, 'open').mockReturnValue(null)
    await user.click(button)
    const link = await screen.findByRole('link', { name: 'ECG report' })
    expect(link.getAttribute('href')).toBe(addressOf(urlOf('ecg.pdf'), 3))
  })
})

describe('the breath-sounds player', () => {
  const region = async () => within(await screen.findByRole('region', { name: 'Breath sounds' }))
  const playButton = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement

  test('two recordings of one place are both there to be played', async () => {
    open(
      checkupOf('c1', {
        lungSounds: [
          { url: place('front', 'upper_left') },
          { url: `${place('front', 'upper_left')}?again` },
        ],
      }),
    )
    expect(
      (await screen.findAllByRole('button', { name: /^Play: / })).map((one) =>
        one.getAttribute('aria-label'),
      ),
    ).toEqual([
      'Play: Front, upper left, recording 1 of 2',
      'Play: Front, upper left, recording 2 of 2',
    ])
  })

  test('C147 is in the right column, and only where there are breath sounds', async () => {
    open()
    const block = await screen.findByRole('region', { name: 'Breath sounds' })
    const readings = screen.getByRole('region', { name: 'Readings' })
    expect(block.parentElement).toBe(readings.parentElement)
    expect(block.parentElement).not.toBe(
      screen.getByRole('region', { name: 'Pictures' }).parentElement,
    )
    cleanup()
    open(checkupOf('c1'))
    await screen.findByRole('region', { name: 'Readings' })
    expect(screen.queryByRole('region', { name: 'Breath sounds' })).toBeNull()
  })

  test('C152 C153 front and back are toggled, and each has four quadrants', async () => {
    const { user } = open()
    const block = await region()
    const chest = within(block.getByRole('group', { name: 'Chest' }))
    const quadrants = () =>
      within(block.getByRole('group', { name: 'Quadrant' }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent)
    expect((chest.getByRole('radio', { name: 'Front' }) as HTMLInputElement).checked).toBe(true)
    expect(quadrants()).toEqual([
      'Upper right',
      'Upper left',
      'Lower rightNot recorded',
      'Lower left',
    ])
    await user.click(chest.getByRole('radio', { name: 'Back' }))
    expect(quadrants()).toEqual([
      'Upper left',
      'Upper right',
      'Lower left',
      'Lower rightNot recorded',
    ])
    expect(block.getByText(/^Recorded at 6 of 8 places: Front, upper left;/)).toBeTruthy()
  })

  test('C154 C155 C158 each quadrant plays its own sound, and pauses; each play is counted, of nobody', async () => {
    const { user } = open()
    const block = await region()
    await user.click(block.getByRole('radio', { name: 'Lower left' }))
    await waitFor(() => expect(playButton('Play: Front, lower left').disabled).toBe(false))
    await user.click(playButton('Play: Front, lower left'))
    expect(made.map((audio) => audio.getAttribute('src'))).toEqual([
      addressOf(place('front', 'lower_left')),
    ])
    expect(counted.mock.calls).toEqual([['breath-sounds-played']])
    await user.click(playButton('Pause: Front, lower left'))
    expect(playing.get(made[0] as HTMLMediaElement)).toBe(false)
    await user.click(playButton('Play: Front, lower left'))
    expect(made).toHaveLength(1)
    expect(counted).toHaveBeenCalledTimes(2)
  })

  test('C156 the time is mm:ss:ms and moves as the sound plays; it can be set', async () => {
    const { user } = open()
    const block = await region()
    const time = block.getByRole('timer')
    expect(time.textContent).toBe('00:00:000')
    await waitFor(() => expect(playButton('Play: Front, upper left').disabled).toBe(false))
    await user.click(playButton('Play: Front, upper left'))
    const audio = made[0] as HTMLMediaElement
    audio.currentTime = 1.234
    await waitFor(() => expect(time.textContent).toBe('00:01:234 / 00:05:000'))
    fireEvent.change(block.getByRole('slider', { name: 'Position in the recording' }), {
      target: { value: '3.5' },
    })
    expect(audio.currentTime).toBe(3.5)
    await waitFor(() => expect(time.textContent).toBe('00:03:500 / 00:05:000'))
    act(() => void fireEvent(audio, new Event('ended')))
    expect(time.textContent).toBe('00:00:000 / 00:05:000')
    expect(playButton('Play: Front, upper left')).toBeTruthy()
  })

  test('C157 a quadrant without a sound has a disabled play button, and says that nothing was recorded', async () => {
    const { user } = open()
    const block = await region()
    await waitFor(() => expect(playButton('Play: Front, upper left').disabled).toBe(false))
    await user.click(block.getByRole('radio', { name: /^Lower right/ }))
    expect(playButton('Play: Front, lower right').disabled).toBe(true)
    expect(block.getByText('Nothing was recorded here.')).toBeTruthy()
  })

  test('a sound stops when another place is chosen, and when the check-up is left', async () => {
    const { user, screen: page } = open()
    const block = await region()
    await waitFor(() => expect(playButton('Play: Front, upper left').disabled).toBe(false))
    await user.click(playButton('Play: Front, upper left'))
    await user.click(block.getByRole('radio', { name: 'Upper right' }))
    expect(playing.get(made[0] as HTMLMediaElement)).toBe(false)
    expect(block.getByRole('timer').textContent).toBe('00:00:000')
    await user.click(playButton('Play: Front, upper right'))
    expect(playing.get(made[1] as HTMLMediaElement)).toBe(true)
    await user.click(block.getByRole('radio', { name: 'Back' }))
    expect(playing.get(made[1] as HTMLMediaElement)).toBe(false)
    await user.click(playButton('Play: Back, upper right'))
    page.unmount()
    expect(playing.get(made[2] as HTMLMediaElement)).toBe(false)
  })

  test('it is worked by keys alone', async () => {
    const { user } = open()
    const block = await region()
    await waitFor(() => expect(playButton('Play: Front, upper left').disabled).toBe(false))
    block.getByRole('radio', { name: 'Upper left' }).focus()
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(playButton('Play: Front, upper left'))
    await user.keyboard(' ')
    expect(playing.get(made[0] as HTMLMediaElement)).toBe(true)
    await user.keyboard('{Enter}')
    expect(playing.get(made[0] as HTMLMediaElement)).toBe(false)
  })

  test('a sound that cannot be played says so, and is loaded by a new address', async () => {
    const { user } = open(full, (times) => ({ kind: 'done', value: named(times) }))
    const block = await region()
    await waitFor(() => expect(playButton('Play: Front, upper left').disabled).toBe(false))
    await user.click(playButton('Play: Front, upper left'))
    act(() => void fireEvent(made[0] as HTMLMediaElement, new Event('error')))
    expect(playButton('Play: Front, upper left').disabled).toBe(true)
    await user.click(within(block.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(playButton('Play: Front, upper left').disabled).toBe(false))
    await user.click(playButton('Play: Front, upper left'))
    expect(made[1]?.getAttribute('src')).toBe(addressOf(place('front', 'upper_left'), 2))
  })

  test('without a connection nothing plays, and it says why; sounds without a place are counted', async () => {
    open(
      { ...full, lungSounds: [...full.lungSounds, { url: urlOf('cough.wav') }] },
      () => ({ kind: 'refused', problem: serverDown }),
      offline(),
    )
    const block = await region()
    expect(playButton('Play: Front, upper left').disabled).toBe(true)
    expect(block.getByText('This needs a connection: it is not kept on this device.')).toBeTruthy()
    expect(
      block.getByText('One recording does not say where it was heard and cannot be played here.'),
    ).toBeTruthy()
  })
})
