import { crc32, deflateSync } from 'node:zlib'
import { randomOf } from './random'

const [width, height] = [240, 180]

const chunk = (name: string, body: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A PNG of RGB rows. */
const pngOf = (rgb: Buffer): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), rgb.subarray(y * width * 3, (y + 1) * width * 3)]),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Colour = readonly [number, number, number]

interface Wound {
  readonly caption: string
  readonly skin: Colour
  /** Rings from the outside in: how far of the radius each reaches, and its colour. */
  readonly rings: readonly (readonly [number, Colour])[]
  /** Half axes in pixels, and by how much the edge wanders. */
  readonly size: readonly [number, number]
  readonly uneven: number
  /** Stitches across it. */
  readonly stitches?: number
}

const red: Colour = [176, 62, 58]
const pink: Colour = [222, 150, 140]
const yellow: Colour = [214, 186, 112]
const dark: Colour = [92, 34, 36]

/** Six wounds, drawn: nobody's. */
export const wounds: readonly [Wound, ...Wound[]] = [
  {
    caption: 'Left heel, pressure ulcer',
    skin: [228, 190, 166],
    rings: [
      [1.35, pink],
      [1, red],
      [0.55, yellow],
    ],
    size: [46, 38],
    uneven: 0.12,
  },
  {
    caption: 'Right shin, venous ulcer',
    skin: [205, 160, 134],
    rings: [
      [1.3, [150, 104, 92]],
      [1, red],
      [0.7, yellow],
    ],
    size: [66, 34],
    uneven: 0.22,
  },
  {
    caption: 'Hip, surgical wound',
    skin: [236, 202, 180],
    rings: [
      [1.6, pink],
      [1, red],
    ],
    size: [84, 6],
    uneven: 0.05,
    stitches: 9,
  },
  {
    caption: 'Sole of the foot, diabetic ulcer',
    skin: [172, 122, 92],
    rings: [
      [1.4, [204, 164, 132]],
      [1, red],
      [0.5, dark],
    ],
    size: [30, 30],
    uneven: 0.08,
  },
  {
    caption: 'Forearm, skin tear',
    skin: [240, 214, 196],
    rings: [
      [1.2, pink],
      [1, red],
    ],
    size: [58, 24],
    uneven: 0.3,
  },
  {
    caption: 'Sacrum, healing',
    skin: [122, 84, 62],
    rings: [
      [1.3, [150, 108, 88]],
      [1, pink],
      [0.4, red],
    ],
    size: [34, 28],
    uneven: 0.14,
  },
]

const mixed = (a: Colour, b: Colour, part: number): Colour => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]

/** Draws a wound as PNG. */
export const drawWound = (wound: Wound): Buffer => {
  const random = randomOf('wound', wound.caption)
  const phases = Array.from({ length: 5 }, () => random() * 2 * Math.PI)
  const edge = (angle: number): number =>
    1 +
    wound.uneven *
      phases.reduce((sum, phase, at) => sum + Math.sin(angle * (at + 2) + phase) / (at + 2), 0)
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [(x - width / 2) / wound.size[0], (y - height / 2) / wound.size[1]]
      const far = Math.hypot(dx, dy) / edge(Math.atan2(dy, dx))
      // Lit from above.
      let colour = mixed(wound.skin, [60, 40, 34], Math.max(0, (y / height - 0.4) * 0.3))
      for (const [reach, ring] of wound.rings)
        colour = mixed(colour, ring, Math.min(1, Math.max(0, (reach - far) / 0.12)))
      const isStitch =
        wound.stitches !== undefined &&
        Math.abs(dx) < 1 &&
        Math.abs(y - height / 2) < 16 &&
        Math.abs(((((dx + 1) / 2) * wound.stitches) % 1) - 0.5) < 0.06
      const shown = isStitch ? ([44, 44, 60] as const) : colour
      rgb.set(
        shown.map((value) => Math.round(value / 4) * 4),
        (y * width + x) * 3,
      )
    }
  return pngOf(rgb)
}
