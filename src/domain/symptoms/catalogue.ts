import { signOf } from '../checkup/emergency-signs'

/** How grave it is where a question is answered yes; null: a fact, or not grave by itself. */
export type SymptomSeverity = 'low' | 'medium' | 'high' | 'emergency'

/** The hyperglycaemia question is asked above this blood glucose, mmol/L (C312, P368). */
export const hyperglycaemiaAbove = 18

/** The pain scale goes from 0 to this (C313, P367). */
export const mostPain = 10

/** Whom and when a question is for. */
interface Asked {
  /** Whole years, `to` without itself. Absent: every age. */
  readonly ages?: { readonly from?: number; readonly to?: number }
  /** Asked once the question of this key is answered yes: a sub-question. */
  readonly after?: string
  /** Asked once a blood glucose above this is measured, mmol/L. */
  readonly glucoseAbove?: number
  /** One answer of several to the same question. Absent: the answer is yes or no. */
  readonly choice?: string
}

interface Sign extends Asked {
  readonly short: string
  readonly severity: SymptomSeverity | null
}

const sign = (short: string, severity: SymptomSeverity | null = null, asked: Asked = {}): Sign => ({
  short,
  severity,
  ...asked,
})

/*
 * The symptom question catalogue (C307 to C310; the keys and words are ours, C311): by family each
 * key with its short text in British English. What is asked in full is in src/texts/symptoms. A key
 * stays: check-ups and pathways are stored with it.
 */
const byFamily = {
  history: {
    has_asthma: sign('Asthma'),
    has_copd: sign('COPD'),
    has_heart_failure: sign('Heart failure'),
    has_heart_disease: sign('Heart disease'),
    has_high_blood_pressure: sign('High blood pressure'),
    has_diabetes: sign('Diabetes'),
    has_kidney_disease: sign('Kidney disease'),
    has_epilepsy: sign('Epilepsy'),
    had_stroke: sign('Stroke in the past'),
    has_cancer: sign('Cancer'),
    has_dementia: sign('Dementia'),
    weak_immune_system: sign('Weak immune system'),
    recent_surgery: sign('Recent surgery'),
    recent_hospital_stay: sign('Recent hospital stay'),
    takes_blood_thinners: sign('Takes blood thinners'),
    takes_steroids: sign('Takes steroids'),
    smokes: sign('Smokes'),
    born_early: sign('Born early', null, { ages: { to: 2 } }),
  },
  allergies: {
    has_allergy: sign('Has an allergy'),
    allergy_medicine: sign('Medicine allergy', null, { after: 'has_allergy' }),
    allergy_food: sign('Food allergy', null, { after: 'has_allergy' }),
    allergy_latex: sign('Latex allergy', null, { after: 'has_allergy' }),
    allergy_insect_sting: sign('Sting allergy', null, { after: 'has_allergy' }),
    carries_adrenaline_pen: sign('Carries an adrenaline pen', null, { after: 'has_allergy' }),
    new_itchy_rash: sign('New itchy rash', 'medium'),
    swollen_lips_or_face: sign('Swollen lips or face', 'high'),
  },
  vaccines: {
    flu_vaccine: sign('Flu vaccine this season'),
    covid_vaccine: sign('COVID-19 vaccine in the last year'),
    pneumococcal_vaccine: sign('Pneumococcal vaccine'),
    rsv_vaccine: sign('RSV vaccine'),
    shingles_vaccine: sign('Shingles vaccine', null, { ages: { from: 50 } }),
    childhood_vaccines_missed: sign('Childhood vaccines missed', null, { ages: { to: 18 } }),
    reaction_to_vaccine: sign('Reaction to a vaccine', 'medium'),
  },
  familyHistory: {
    family_heart_disease: sign('Heart disease in the family'),
    family_stroke: sign('Stroke in the family'),
    family_blood_clots: sign('Blood clots in the family'),
    family_diabetes: sign('Diabetes in the family'),
    family_asthma_or_eczema: sign('Asthma or eczema in the family'),
    family_cancer: sign('Cancer in the family'),
    ill_at_home: sign('Someone ill at home', 'low'),
  },
  stroke: {
    sudden_facial_weakness: sign('Sudden facial weakness', 'emergency'),
    arm_weakness: sign('Arm weakness', 'emergency'),
    speech_problems: sign('Speech problems', 'emergency'),
    sight_issue: sign('Sight issue', 'emergency'),
    sudden_leg_weakness: sign('Sudden leg weakness', 'high'),
    sudden_loss_of_balance: sign('Sudden loss of balance', 'high'),
    sudden_severe_headache: sign('Sudden severe headache', 'high'),
  },
  thinking: {
    new_confusion: sign('New confusion', 'high'),
    more_sleepy_than_usual: sign('More sleepy than usual', 'high'),
    agitated: sign('Agitated', 'medium'),
    fainted: sign('Fainted', 'high'),
    had_a_seizure: sign('Had a seizure', 'high'),
    dizzy_on_standing: sign('Dizzy on standing', 'medium'),
    headache: sign('Headache', 'low'),
  },
  cough: {
    new_cough: sign('New cough', 'medium'),
    cough_worse_than_usual: sign('Cough worse than usual', 'medium'),
    cough_at_night: sign('Cough at night', 'low'),
    barking_cough: sign('Barking cough', 'medium', { ages: { to: 16 } }),
    cough_with_eating: sign('Cough with eating', 'medium'),
  },
  sputum: {
    coughing_up_sputum: sign('Coughing up sputum', 'low'),
    more_sputum_than_usual: sign('More sputum than usual', 'medium', {
      after: 'coughing_up_sputum',
    }),
    thick_sputum: sign('Thick sputum', 'low', { after: 'coughing_up_sputum' }),
    sputum_changed_colour: sign('Sputum changed colour', 'medium'),
    sputum_clear: sign('Clear or white sputum', null, {
      choice: 'sputumColour',
      after: 'sputum_changed_colour',
    }),
    sputum_yellow: sign('Yellow sputum', 'low', {
      choice: 'sputumColour',
      after: 'sputum_changed_colour',
    }),
    sputum_green: sign('Green sputum', 'medium', {
      choice: 'sputumColour',
      after: 'sputum_changed_colour',
    }),
    sputum_brown: sign('Brown sputum', 'medium', {
      choice: 'sputumColour',
      after: 'sputum_changed_colour',
    }),
    blood_in_sputum: sign('Blood in sputum', 'emergency'),
  },
  breathing: {
    increased_breathlessness: sign('Increased breathlessness', 'high'),
    breathless_at_rest: sign('Breathless at rest', 'high'),
    cannot_finish_sentences: sign('Cannot finish sentences', 'high'),
    breathless_walking: sign('Breathless on walking', 'medium'),
    breathless_lying_flat: sign('Breathless lying flat', 'high'),
    wakes_breathless: sign('Wakes up breathless', 'high'),
    noisy_breathing: sign('Noisy breathing', 'medium'),
    blue_lips: sign('Blue lips', 'high'),
    pauses_in_breathing: sign('Pauses in breathing', 'high'),
  },
  asthma: {
    wheezing: sign('Wheezing', 'medium'),
    chest_tightness: sign('Tight chest', 'medium'),
    using_reliever_more: sign('Reliever used more', 'medium'),
    reliever_not_helping: sign('Reliever not helping', 'high'),
    woken_by_asthma: sign('Woken by asthma', 'medium'),
    asthma_limits_activity: sign('Asthma limits activity', 'medium'),
    preventer_missed: sign('Preventer missed', 'low'),
  },
  respiratory: {
    sore_throat: sign('Sore throat', 'low'),
    blocked_or_runny_nose: sign('Blocked or runny nose', 'low'),
    hoarse_voice: sign('Hoarse voice', 'low'),
    lost_smell_or_taste: sign('Lost smell or taste', 'low'),
    pain_on_breathing_in: sign('Pain on breathing in', 'high'),
    needs_more_oxygen: sign('Needs more oxygen', 'high'),
    oxygen_equipment_problem: sign('Oxygen equipment problem', 'high'),
    nebuliser_used_more: sign('Nebuliser used more', 'medium'),
  },
  cardiac: {
    chest_pain: sign('Chest pain', 'emergency'),
    chest_pain_on_effort: sign('Chest discomfort on effort', 'high'),
    palpitations: sign('Palpitations', 'medium'),
    cold_sweats: sign('Cold sweats', 'high'),
    ankle_swelling: sign('Ankle swelling', 'medium'),
    swelling_above_knees: sign('Swelling above the knees', 'medium', { after: 'ankle_swelling' }),
    sudden_weight_gain: sign('Sudden weight gain', 'medium'),
    one_calf_sore_or_swollen: sign('One calf sore or swollen', 'high'),
  },
  infection: {
    fever_or_shivering: sign('Fever or shivering', 'high'),
    sweating_at_night: sign('Sweating at night', 'low'),
    aching_muscles: sign('Aching muscles', 'low'),
    cold_hands_and_feet: sign('Cold hands and feet', 'medium'),
    new_rash: sign('New rash', 'medium'),
    rash_does_not_fade: sign('Rash that does not fade', 'high', { after: 'new_rash' }),
    feels_very_unwell: sign('Feels very unwell', 'high'),
  },
  gastro: {
    nausea: sign('Nausea', 'low'),
    tummy_pain: sign('Tummy pain', 'medium'),
    severe_tummy_pain: sign('Severe tummy pain', 'high', { after: 'tummy_pain' }),
    swollen_tummy: sign('Swollen tummy', 'medium'),
    heartburn: sign('Heartburn', 'low'),
    trouble_swallowing: sign('Trouble swallowing', 'medium'),
    yellow_skin_or_eyes: sign('Yellow skin or eyes', 'high'),
  },
  vomit: {
    vomiting: sign('Vomiting', 'medium'),
    vomiting_often: sign('Vomiting often', 'high', { after: 'vomiting' }),
    cannot_keep_fluids_down: sign('Cannot keep fluids down', 'high', { after: 'vomiting' }),
    blood_in_vomit: sign('Blood in vomit', 'high', { after: 'vomiting' }),
    green_vomit: sign('Green vomit', 'high', { after: 'vomiting' }),
  },
  bowel: {
    diarrhoea: sign('Diarrhoea', 'medium'),
    diarrhoea_often: sign('Diarrhoea 6 times or more', 'high', { after: 'diarrhoea' }),
    constipation: sign('Constipation', 'low'),
    no_stool_three_days: sign('No stool for 3 days', 'medium'),
    blood_in_stool: sign('Blood in stool', 'high'),
    black_stool: sign('Black stool', 'high'),
    lost_bowel_control: sign('Lost bowel control', 'medium'),
    stool_type_1: sign('Stool type 1: hard lumps', 'low', { choice: 'stoolType' }),
    stool_type_2: sign('Stool type 2: lumpy sausage', 'low', { choice: 'stoolType' }),
    stool_type_3: sign('Stool type 3: sausage with cracks', null, { choice: 'stoolType' }),
    stool_type_4: sign('Stool type 4: smooth sausage', null, { choice: 'stoolType' }),
    stool_type_5: sign('Stool type 5: soft pieces', null, { choice: 'stoolType' }),
    stool_type_6: sign('Stool type 6: mushy', 'low', { choice: 'stoolType' }),
    stool_type_7: sign('Stool type 7: watery', 'medium', { choice: 'stoolType' }),
  },
  pain: {
    pain_0: sign('No pain (0 of 10)', null, { choice: 'pain' }),
    pain_1: sign('Pain 1 of 10', 'low', { choice: 'pain' }),
    pain_2: sign('Pain 2 of 10', 'low', { choice: 'pain' }),
    pain_3: sign('Pain 3 of 10', 'low', { choice: 'pain' }),
    pain_4: sign('Pain 4 of 10', 'medium', { choice: 'pain' }),
    pain_5: sign('Pain 5 of 10', 'medium', { choice: 'pain' }),
    pain_6: sign('Pain 6 of 10', 'medium', { choice: 'pain' }),
    pain_7: sign('Pain 7 of 10', 'high', { choice: 'pain' }),
    pain_8: sign('Pain 8 of 10', 'high', { choice: 'pain' }),
    pain_9: sign('Pain 9 of 10', 'high', { choice: 'pain' }),
    pain_10: sign('Pain 10 of 10', 'high', { choice: 'pain' }),
    pain_in_a_new_place: sign('Pain in a new place', 'medium'),
    pain_stops_sleep: sign('Pain stops sleep', 'medium'),
    pain_medicine_not_helping: sign('Pain medicine not helping', 'medium'),
  },
  stoma: {
    stoma_no_output: sign('Stoma: no output', 'high'),
    stoma_more_output: sign('Stoma: more output than usual', 'medium'),
    stoma_watery_output: sign('Stoma: watery output', 'medium'),
    stoma_dark_or_pale: sign('Stoma: dark or pale', 'high'),
    stoma_bleeding: sign('Stoma: bleeding', 'medium'),
    stoma_skin_sore: sign('Stoma: sore skin', 'low'),
    stoma_bag_leaks: sign('Stoma: bag leaks', 'low'),
  },
  drains: {
    drain_stopped: sign('Drain: stopped', 'medium'),
    drain_more_output: sign('Drain: more output than usual', 'medium'),
    drain_bloody: sign('Drain: blood', 'high'),
    drain_cloudy: sign('Drain: cloudy', 'medium'),
    drain_site_sore: sign('Drain: site sore or red', 'medium'),
    drain_leaks: sign('Drain: leaks', 'low'),
    drain_came_out: sign('Drain: came out', 'high'),
  },
  wounds: {
    wound_redder: sign('Wound: redder', 'medium'),
    wound_swollen: sign('Wound: swollen or hot', 'medium'),
    wound_more_painful: sign('Wound: more painful', 'medium'),
    wound_leaking: sign('Wound: leaking', 'medium'),
    wound_pus: sign('Wound: pus or smell', 'high'),
    wound_opened: sign('Wound: opened', 'high'),
    wound_bleeding: sign('Wound: bleeding', 'high'),
    dressing_loose: sign('Dressing loose or dirty', 'low'),
  },
  skin: {
    red_skin_over_bone: sign('Red skin over a bone', 'medium'),
    pressure_sore: sign('Pressure sore', 'medium'),
    pressure_sore_worse: sign('Pressure sore worse', 'high', { after: 'pressure_sore' }),
    new_bruises: sign('New bruises', 'medium'),
    itchy_skin: sign('Itchy skin', 'low'),
  },
  lines: {
    line_site_sore: sign('Line: site sore or red', 'medium'),
    line_blocked: sign('Line: blocked', 'medium'),
    line_leaks: sign('Line: leaks', 'medium'),
    line_moved: sign('Line: moved or out', 'high'),
    shivering_after_line: sign('Shivering after the line was used', 'high'),
  },
  urine: {
    pain_passing_urine: sign('Pain on passing urine', 'medium'),
    passing_urine_often: sign('Passing urine often', 'low'),
    passing_less_urine: sign('Passing less urine', 'high'),
    cannot_pass_urine: sign('Cannot pass urine', 'high'),
    dark_urine: sign('Dark urine', 'medium'),
    blood_in_urine: sign('Blood in urine', 'high'),
    lost_bladder_control: sign('Lost bladder control', 'low'),
    catheter_blocked: sign('Catheter: blocked', 'high'),
    catheter_leaks: sign('Catheter: leaks', 'low'),
  },
  eating: {
    reduced_appetite: sign('Reduced appetite', 'low'),
    reduced_fluid_intake: sign('Reduced fluid intake', 'medium'),
    very_thirsty: sign('Very thirsty', 'low'),
    dry_mouth: sign('Dry mouth', 'low'),
    lost_weight: sign('Lost weight', 'medium'),
  },
  diabetes: {
    hyperglycaemia: sign('Signs of high blood sugar', 'high', {
      glucoseAbove: hyperglycaemiaAbove,
    }),
    hypoglycaemia: sign('Signs of low blood sugar', 'high'),
    insulin_missed: sign('Insulin missed', 'medium'),
    ketones_raised: sign('Ketones raised', 'high'),
    new_foot_sore: sign('New sore on a foot', 'medium'),
  },
  medicines: {
    medicine_missed: sign('Medicine missed', 'low'),
    medicine_side_effects: sign('Medicine side effects', 'medium'),
    medicine_new: sign('New medicine'),
    medicine_running_out: sign('Medicine running out', 'low'),
    medicine_trouble: sign('Trouble taking medicines', 'low'),
  },
  nappies: {
    fewer_wet_nappies: sign('Fewer wet nappies', 'medium', { ages: { to: 4 } }),
    no_wet_nappy_12_hours: sign('No wet nappy for 12 hours', 'high', { ages: { to: 4 } }),
    watery_nappies: sign('Watery nappies', 'medium', { ages: { to: 4 } }),
    blood_in_nappy: sign('Blood in the nappy', 'high', { ages: { to: 4 } }),
    pale_stool_in_nappy: sign('Pale stool in the nappy', 'high', { ages: { to: 1 } }),
    nappy_rash: sign('Nappy rash', 'low', { ages: { to: 4 } }),
  },
  infantFeeding: {
    feeding_less: sign('Feeding less', 'medium', { ages: { to: 2 } }),
    feeding_less_than_half: sign('Feeding less than half', 'high', { ages: { to: 2 } }),
    refuses_feeds: sign('Refuses feeds', 'high', { ages: { to: 2 } }),
    tires_when_feeding: sign('Tires when feeding', 'medium', { ages: { to: 2 } }),
    chokes_when_feeding: sign('Chokes when feeding', 'high', { ages: { to: 2 } }),
    brings_up_feeds: sign('Brings up feeds', 'medium', { ages: { to: 2 } }),
    slow_weight_gain: sign('Slow weight gain', 'medium', { ages: { to: 2 } }),
  },
  paediatric: {
    not_playing: sign('Not playing', 'medium', { ages: { to: 16 } }),
    hard_to_wake: sign('Hard to wake', 'high', { ages: { to: 16 } }),
    floppy: sign('Floppy', 'high', { ages: { to: 6 } }),
    weak_cry: sign('Weak or high cry', 'high', { ages: { to: 2 } }),
    bulging_soft_spot: sign('Bulging soft spot', 'high', { ages: { to: 2 } }),
    sunken_soft_spot: sign('Sunken soft spot', 'medium', { ages: { to: 2 } }),
    ribs_pull_in: sign('Ribs pull in', 'high', { ages: { to: 16 } }),
    grunting: sign('Grunting', 'high', { ages: { to: 6 } }),
    pale_or_mottled_skin: sign('Pale or mottled skin', 'high', { ages: { to: 16 } }),
    cannot_be_comforted: sign('Cannot be comforted', 'medium', { ages: { to: 16 } }),
    ear_pain: sign('Ear pain', 'low', { ages: { to: 16 } }),
  },
  mood: {
    low_mood: sign('Low mood', 'medium'),
    worried_or_anxious: sign('Worried or anxious', 'low'),
    no_interest: sign('No interest in things', 'low'),
    poor_sleep: sign('Poor sleep', 'low'),
    feels_lonely: sign('Feels lonely', 'low'),
    thoughts_of_self_harm: sign('Thoughts of self-harm', 'high'),
    carer_strain: sign('Carer under strain', 'low'),
  },
  dailyLiving: {
    more_tired_than_usual: sign('More tired than usual', 'medium'),
    needs_more_help: sign('Needs more help', 'medium'),
    trouble_getting_up: sign('Trouble getting up', 'medium'),
    trouble_walking: sign('Trouble walking', 'medium'),
    recent_fall: sign('Recent fall', 'medium'),
    hurt_in_fall: sign('Hurt in a fall', 'high', { after: 'recent_fall' }),
    home_too_cold: sign('Home too cold', 'low'),
    no_one_to_help: sign('No one to help', 'low'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Sign>>>>

type ByFamily = typeof byFamily
export type SymptomFamily = keyof ByFamily
/** A key of the catalogue. */
export type SymptomKey = { [Family in SymptomFamily]: keyof ByFamily[Family] }[SymptomFamily]

/** A question, or one answer of a choice. */
export interface Symptom extends Sign {
  readonly key: SymptomKey
  readonly family: SymptomFamily
}

/** The families, in the order in which they are offered. */
export const symptomFamilies = Object.keys(byFamily) as readonly SymptomFamily[]

/** Every symptom by its key, in the order of the families. */
export const symptoms: ReadonlyMap<string, Symptom> = new Map(
  symptomFamilies.flatMap((family) =>
    Object.entries<Sign>(byFamily[family]).map(
      ([key, of]) => [key, { key: key as SymptomKey, family, ...of }] as const,
    ),
  ),
)

/** The symptom of a key, however it is spelled; undefined: the catalogue has none. */
export const symptomOf = (key: string): Symptom | undefined => symptoms.get(signOf(key))
