import { countQuestions } from '../symptoms/asked'
import type { SymptomKey } from '../symptoms/catalogue'
import type { QuestionPage } from './tiles'

const page = (id: string, name: string, questions: readonly SymptomKey[]): QuestionPage => ({
  id,
  name,
  ...countQuestions(questions),
  questions: [...questions],
})

const everyday = page('everyday', 'Everyday life', [
  'more_tired_than_usual',
  'reduced_appetite',
  'reduced_fluid_intake',
  'poor_sleep',
])
const infection = page('infection', 'Infection', [
  'fever_or_shivering',
  'new_confusion',
  'feels_very_unwell',
])
const chest: readonly SymptomKey[] = [
  'increased_breathlessness',
  'breathless_at_rest',
  'new_cough',
  'coughing_up_sputum',
  'more_sputum_than_usual',
  'sputum_changed_colour',
  'sputum_clear',
  'sputum_yellow',
  'sputum_green',
  'sputum_brown',
]

/** What the check-ups of each kind of care pathway ask about, by page; signs of an emergency and pain are always asked. */
export const questionPages = {
  respiratory: [page('chest', 'Chest', chest), infection, everyday],
  copd: [
    page('chest', 'Chest', [...chest, 'using_reliever_more', 'needs_more_oxygen']),
    infection,
    everyday,
  ],
  'heart-failure': [
    page('heart', 'Heart', [
      'increased_breathlessness',
      'breathless_lying_flat',
      'wakes_breathless',
      'ankle_swelling',
      'swelling_above_knees',
      'sudden_weight_gain',
      'palpitations',
      'dizzy_on_standing',
    ]),
    everyday,
  ],
  frailty: [
    infection,
    page('help', 'Moving and help', [
      'recent_fall',
      'hurt_in_fall',
      'needs_more_help',
      'trouble_walking',
      'red_skin_over_bone',
    ]),
    page('body', 'Bladder and bowel', ['passing_less_urine', 'pain_passing_urine', 'constipation']),
    everyday,
  ],
  'hospital-at-home': [
    infection,
    page('breathing', 'Breathing', ['increased_breathlessness', 'breathless_at_rest', 'new_cough']),
    page('gut', 'Stomach and bowel', [
      'vomiting',
      'cannot_keep_fluids_down',
      'diarrhoea',
      'passing_less_urine',
    ]),
    page('line', 'Line and wound', ['line_site_sore', 'shivering_after_line', 'wound_pus']),
    everyday,
  ],
} satisfies Readonly<Record<string, readonly QuestionPage[]>>
