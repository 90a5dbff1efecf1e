import { createHash } from 'node:crypto'
import { chestPlaces, type ChestPlace } from '../../src/domain/checkup/breath-sounds'
import { checkupFileUrl } from '../../src/domain/checkup/checkup-file'
import { breathSound, type BreathKind } from './breath-sounds'
import type { CheckupBody } from './checkup-maker'
import type { Anchor } from './courses'
import { ecgChunk, type Rhythm } from './ecg-model'
import { ecgReportPdf, type EcgReport } from './ecg-report'
import type { DemonstrationPatient } from './people'
import { vitalsAt } from './physiology'
import { drawWound, wounds } from './pictures'
import { demonstrationId, hashOf, randomOf } from './random'
import { rhythmOf } from './waveform-maker'

/** What a file is made of. */
type Recipe =
  | { readonly what: 'sound'; readonly kind: BreathKind; readonly seed: string }
  | { readonly what: 'wound'; readonly nth: number }
  | {
      readonly what: 'ecg'
      readonly startMs: number
      readonly rhythm: Rhythm
      readonly report: Omit<EcgReport, 'samples' | 'samplesPerSecond'>
    }

/** A file of the demonstration, to be made once somebody sends it. */
export interface MadeFile {
  readonly id: string
  readonly patientId: string
  readonly name: string
  readonly recipe: Recipe
}

const bytesOf = (recipe: Recipe): Buffer => {
  if (recipe.what === 'sound') return breathSound(recipe.kind, recipe.seed)
  if (recipe.what === 'wound') return drawWound(wounds[recipe.nth] ?? wounds[0])
  const { rhythm, startMs, report } = recipe
  return ecgReportPdf({
    ...report,
    samples: ecgChunk(rhythm, startMs, 20, 250),
    samplesPerSecond: 250,
  })
}

/** A file as it is sent. */
export const fileBody = ({ recipe, ...named }: MadeFile): Readonly<Record<string, unknown>> => {
  const bytes = bytesOf(recipe)
  return {
    ...named,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: bytes.toString('base64'),
  }
}

const urlOf = ({ id, name }: MadeFile): string => checkupFileUrl(id, name)

const hasCondition = (patient: DemonstrationPatient, sought: RegExp): boolean =>
  patient.conditions.some((condition) => sought.test(condition))

const kindOf = (patient: DemonstrationPatient, severity: number): BreathKind => {
  if (severity < 0.15) return 'normal'
  return hasCondition(patient, /COPD|Asthma/i) ? 'wheeze' : 'crackles'
}

/** Two of the eight places are left out, as happens: one of the front, one of the back. */
const heardOf = (patient: DemonstrationPatient): readonly ChestPlace[] => {
  const first = hashOf(patient.id, 'silent') % 4
  return chestPlaces.filter((_, at) => at !== first && at !== 4 + ((first + 2) % 4))
}

/** One set of sounds for each kind that a patient's chest makes: they are heard at many check-ups. */
const soundsOf = (patient: DemonstrationPatient, kind: BreathKind): readonly MadeFile[] =>
  heardOf(patient).map(({ view, quadrant }) => {
    const place = `${view}_${quadrant}`
    return {
      id: demonstrationId('sound', patient.id, kind, place),
      patientId: patient.id,
      name: `${place}.wav`,
      recipe: { what: 'sound', kind, seed: `${patient.id} ${place}` },
    }
  })

const woundOf = (patient: DemonstrationPatient): number =>
  hashOf(patient.id, 'wound') % wounds.length

const ecgOf = (patient: DemonstrationPatient, body: CheckupBody, anchor: Anchor): MadeFile => {
  const startMs = Date.parse(body.endedAt) - 20_000
  const rhythm = rhythmOf(patient, startMs, anchor)
  return {
    id: demonstrationId('ecg-report', body.id),
    patientId: patient.id,
    name: 'ecg-report.pdf',
    recipe: {
      what: 'ecg',
      startMs,
      rhythm,
      report: {
        name: `${patient.lastName.toUpperCase()}, ${patient.firstName}`,
        born: patient.birthDate,
        number: patient.nhsNumber ?? '',
        recordedAt: `${body.endedAt.slice(0, 16).replace('T', ' ')} UTC`,
        beatsPerMinute: Math.round(rhythm.beatsPerMinute),
        finding: patient.traits.has('fibrillating') ? 'irregular rhythm' : 'regular rhythm',
      },
    },
  }
}

/**
 * A check-up with the files that its patient would have: breath sounds of a sick chest, a picture of
 * a wound, an ECG report of a sick heart. They are sent before it.
 */
export const withFiles = (
  patient: DemonstrationPatient,
  body: CheckupBody,
  anchor: Anchor,
): { readonly body: CheckupBody; readonly files: readonly MadeFile[] } => {
  if (body['subtype'] === 'soft-signs') return { body, files: [] }
  const random = randomOf(body.id, 'files')
  const happens = (sought: RegExp, chance: number): boolean =>
    random() < chance && hasCondition(patient, sought)
  const sounds = happens(/COPD|Asthma|Pneumonia|Bronchi|Heart failure/i, 0.25)
    ? soundsOf(
        patient,
        kindOf(patient, vitalsAt(patient, Date.parse(body.endedAt), anchor).severity),
      )
    : []
  const nth = woundOf(patient)
  const pictures: readonly MadeFile[] = happens(/diabetes|replacement|ulcer|wound|fracture/i, 0.25)
    ? [
        {
          id: demonstrationId('wound', patient.id),
          patientId: patient.id,
          name: 'wound.png',
          recipe: { what: 'wound', nth },
        },
      ]
    : []
  const reports = happens(/fibrillation|infarction|Heart failure/i, 0.08)
    ? [ecgOf(patient, body, anchor)]
    : []
  return {
    files: [...sounds, ...pictures, ...reports],
    body: {
      ...body,
      ...(sounds.length > 0 ? { lungSounds: sounds.map((file) => ({ url: urlOf(file) })) } : {}),
      ...(pictures.length > 0
        ? {
            picture: pictures.map((file) => ({
              url: urlOf(file),
              caption: (wounds[nth] ?? wounds[0]).caption,
            })),
          }
        : {}),
      ...(reports.length > 0
        ? {
            attachments: reports.map((file) => ({
              id: file.id,
              type: 'ecg_report',
              downloadUrl: urlOf(file),
            })),
          }
        : {}),
    },
  }
}
