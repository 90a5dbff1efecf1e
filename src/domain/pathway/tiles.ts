import { z } from 'zod'
import { givenName } from '../text/given-name'

/** Whether a check-up asks for a tile. */
export const tileRules = ['required', 'optional', 'disabled'] as const
export type TileRule = (typeof tileRules)[number]

/** What a check-up type can ask for (P192), in the order in which it is shown (O135). */
export const tileKeys = [
  'symptomsQuestionnaire',
  'consciousness',
  'bloodPressureCuff',
  'pulseOximeter',
  'respiratoryRate',
  'stethoscope',
  'temperature',
  'weight',
  'glucose',
  'picture',
] as const
export type TileKey = (typeof tileKeys)[number]

const rule = z.enum(tileRules)
const plain = z.strictObject({ rule })
const byHand = plain.extend({ manualEntry: z.boolean().optional() })
const flag = z.boolean().optional()

/** The most questions of a page. */
export const mostQuestions = { numberOfQuestions: 200, numberOfSubQuestions: 500 } as const
/** Pages, and sections, of a questionnaire. */
export const mostQuestionPages = 40
/** Keys that a page can ask about. */
export const mostPageQuestions = 250
/** Characters of the name of a page or section. */
export const longestQuestionsName = 120

const questionsName = (what: string) =>
  givenName(
    longestQuestionsName,
    `A ${what} needs a name`,
    `The name of a ${what} has at most ${longestQuestionsName} characters`,
  )

const symptomKey = z.string().regex(/^[a-z0-9_]{1,80}$/, 'A question has a key in snake_case')

const questionPageSchema = z.strictObject({
  id: z.string().min(1).max(80),
  name: questionsName('question page'),
  numberOfQuestions: z.number().int().min(0).max(mostQuestions.numberOfQuestions),
  numberOfSubQuestions: z.number().int().min(0).max(mostQuestions.numberOfSubQuestions),
  /** Keys of the symptom catalogue, in the order in which they are asked. Absent: the device has its own. */
  questions: z.array(symptomKey).max(mostPageQuestions).optional(),
})
export type QuestionPage = z.infer<typeof questionPageSchema>

const sectionSchema = z.strictObject({
  id: z.string().min(1).max(80),
  name: questionsName('questionnaire section'),
})

/** The tiles of a check-up type, each with its rule and settings; one that is absent is disabled. */
export const checkupTilesSchema = z.strictObject({
  symptomsQuestionnaire: plain
    .extend({
      pages: z.array(questionPageSchema).max(mostQuestionPages).optional(),
      sections: z.array(sectionSchema).max(mostQuestionPages).optional(),
    })
    .optional(),
  consciousness: plain.optional(),
  bloodPressureCuff: byHand.optional(),
  pulseOximeter: byHand.optional(),
  respiratoryRate: byHand.extend({ usePlethAI: flag }).optional(),
  stethoscope: plain
    .extend({
      forceOnAbnormalRespiratoryRate: flag,
      forceOnAbnormalSpO2: flag,
      forceOnRespiratorySoftSigns: flag,
    })
    .optional(),
  temperature: byHand.optional(),
  weight: byHand.optional(),
  glucose: byHand.optional(),
  picture: plain.optional(),
})
export type CheckupTiles = z.infer<typeof checkupTilesSchema>

/** The settings of tiles that are on or off. */
export const tileSettings = [
  'manualEntry',
  'usePlethAI',
  'forceOnAbnormalRespiratoryRate',
  'forceOnAbnormalSpO2',
  'forceOnRespiratorySoftSigns',
] as const
export type TileSetting = (typeof tileSettings)[number]

/** Which settings a tile has. */
export const settingsOfTile: Readonly<Record<TileKey, readonly TileSetting[]>> = {
  symptomsQuestionnaire: [],
  consciousness: [],
  bloodPressureCuff: ['manualEntry'],
  pulseOximeter: ['manualEntry'],
  respiratoryRate: ['manualEntry', 'usePlethAI'],
  stethoscope: [
    'forceOnAbnormalRespiratoryRate',
    'forceOnAbnormalSpO2',
    'forceOnRespiratorySoftSigns',
  ],
  temperature: ['manualEntry'],
  weight: ['manualEntry'],
  glucose: ['manualEntry'],
  picture: [],
}

/** A tile as it is shown: never a disabled one. */
export interface ShownTile {
  readonly key: TileKey
  readonly rule: Exclude<TileRule, 'disabled'>
  /** Settings that are on. */
  readonly settings: readonly TileSetting[]
}

/** The tiles that are asked for, in order (O134, O135). */
export const shownTiles = (tiles: CheckupTiles): readonly ShownTile[] =>
  tileKeys.flatMap((key) => {
    const tile:
      (Partial<Record<TileSetting, boolean | undefined>> & { rule: TileRule }) | undefined =
      tiles[key]
    return tile === undefined || tile.rule === 'disabled'
      ? []
      : [
          {
            key,
            rule: tile.rule,
            settings: settingsOfTile[key].filter((one) => tile[one] === true),
          },
        ]
  })

/** The question pages that name their questions, in order. */
export const askedQuestions = ({
  symptomsQuestionnaire,
}: CheckupTiles): AskedCheckup['questions'] =>
  (symptomsQuestionnaire?.pages ?? []).flatMap(({ name, questions = [] }) =>
    questions.length === 0 ? [] : [{ page: name, keys: [...questions] }],
  )

/**
 * A check-up of a patient's care pathway as whoever takes it needs it: the tiles that it asks for, in
 * order. A later release may name tiles, rules and settings that this one does not know.
 */
export const askedCheckupSchema = z.object({
  id: z.string(),
  name: z.string(),
  tiles: z.array(z.object({ key: z.string(), rule: z.string(), settings: z.array(z.string()) })),
  /** What its question pages ask about: keys of the symptom catalogue, in order. */
  questions: z.array(z.object({ page: z.string(), keys: z.array(z.string()) })).default([]),
})
export type AskedCheckup = z.infer<typeof askedCheckupSchema>
