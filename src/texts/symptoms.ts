import type { Edition } from '../domain/organization/organization'
import { inWordsOf } from '../domain/symptoms/american'
import {
  symptomOf,
  type SymptomFamily,
  type SymptomKey,
  type SymptomSeverity,
} from '../domain/symptoms/catalogue'
import { inEditions } from './overlay'

/** A question as it is asked, and what is to be known to answer it. */
type Asked = readonly [text: string, subText: string]
type ChoiceName = 'sputumColour' | 'stoolType' | 'pain'
type ChoiceKey =
  | `pain_${number}`
  | `stool_type_${number}`
  | 'sputum_clear'
  | 'sputum_yellow'
  | 'sputum_green'
  | 'sputum_brown'

/*
 * Every question of the catalogue, or its choice, in British English. A patient who answers and a carer
 * who asks can both read them out: they name nobody.
 */
const asked: Readonly<Record<Exclude<SymptomKey, ChoiceKey> | ChoiceName, Asked>> = {
  // history
  has_asthma: ['Is asthma known?', 'A doctor or nurse has said so.'],
  has_copd: ['Is COPD known?', 'A long-term lung disease, such as emphysema.'],
  has_heart_failure: ['Is heart failure known?', 'The heart does not pump as well as it should.'],
  has_heart_disease: [
    'Is any other heart disease known?',
    'Such as angina, a heart attack or a faulty valve.',
  ],
  has_high_blood_pressure: ['Is high blood pressure known?', 'Also if medicine keeps it down.'],
  has_diabetes: ['Is diabetes known?', 'Type 1, type 2 or another type.'],
  has_kidney_disease: ['Is kidney disease known?', 'Also if there is dialysis.'],
  has_epilepsy: ['Is epilepsy known?', 'Seizures that come back.'],
  had_stroke: ['Was there ever a stroke or a mini-stroke?', 'Also if there was a full recovery.'],
  has_cancer: ['Is there cancer, or treatment for it?', 'Now or in the last 12 months.'],
  has_dementia: ['Is dementia known?', 'Lasting trouble with memory or thinking.'],
  weak_immune_system: [
    'Is it harder than usual to fight infections?',
    'Because of an illness, a transplant or a medicine.',
  ],
  recent_surgery: [
    'Was there an operation in the last 6 weeks?',
    'Say in the notes what was done.',
  ],
  recent_hospital_stay: [
    'Was there a night in hospital in the last 4 weeks?',
    'This stay on the virtual ward does not count.',
  ],
  takes_blood_thinners: [
    'Are blood thinners taken?',
    'Medicines that stop clots, such as warfarin or apixaban.',
  ],
  takes_steroids: ['Are steroid tablets taken?', 'Now or in the last 3 months.'],
  smokes: ['Is there smoking or vaping now?', 'Also now and then.'],
  born_early: ['Was the baby born early?', 'Before 37 weeks.'],
  // allergies
  has_allergy: ['Is any allergy known?', 'To a medicine, a food or anything else.'],
  allergy_medicine: [
    'Is it an allergy to a medicine?',
    'Say in the notes which one, and what happened.',
  ],
  allergy_food: ['Is it an allergy to a food?', 'Such as nuts, milk, egg or shellfish.'],
  allergy_latex: ['Is it an allergy to latex?', 'It is in some gloves, tubes and plasters.'],
  allergy_insect_sting: ['Is it an allergy to insect stings?', 'Such as of bees or wasps.'],
  carries_adrenaline_pen: [
    'Is an adrenaline pen kept at hand?',
    'A pen for a severe allergic reaction.',
  ],
  new_itchy_rash: ['Is there a new itchy rash or hives?', 'Raised, itchy patches that come fast.'],
  swollen_lips_or_face: ['Are the lips, the tongue or the face swollen?', 'New swelling, today.'],
  // vaccines
  flu_vaccine: ['Was the flu vaccine given this season?', 'An injection or a nose spray.'],
  covid_vaccine: [
    'Was a COVID-19 vaccine given in the last 12 months?',
    'A first dose or a booster.',
  ],
  pneumococcal_vaccine: [
    'Was the pneumonia vaccine ever given?',
    'It is also called pneumococcal vaccine.',
  ],
  rsv_vaccine: [
    'Was the RSV vaccine ever given?',
    'It protects the lungs of babies and older people.',
  ],
  shingles_vaccine: ['Was the shingles vaccine ever given?', 'One or two doses.'],
  childhood_vaccines_missed: [
    'Has the child missed any vaccine?',
    'Look in the child’s health record.',
  ],
  reaction_to_vaccine: [
    'Was there a bad reaction after a vaccine?',
    'More than a sore arm or a mild fever.',
  ],
  // familyHistory
  family_heart_disease: [
    'Did a parent, brother or sister get heart disease early?',
    'Before the age of 60.',
  ],
  family_stroke: ['Did a parent, brother or sister have a stroke?', 'At any age.'],
  family_blood_clots: ['Did a parent, brother or sister have a blood clot?', 'In a leg or a lung.'],
  family_diabetes: ['Does a parent, brother or sister have diabetes?', 'Any type.'],
  family_asthma_or_eczema: [
    'Does a parent, brother or sister have asthma or eczema?',
    'Hay fever counts, too.',
  ],
  family_cancer: ['Did a parent, brother or sister have cancer?', 'Say in the notes which one.'],
  ill_at_home: ['Is anyone else at home ill?', 'In the last 7 days.'],
  // stroke
  sudden_facial_weakness: [
    'Has one side of the face dropped?',
    'Ask for a smile. One side of the mouth hangs down.',
  ],
  arm_weakness: ['Is one arm weak or numb?', 'Ask to hold both arms up. One of them drops.'],
  speech_problems: ['Is speech slurred or mixed up?', 'Words come out wrong, or not at all.'],
  sight_issue: ['Has sight suddenly got worse?', 'Blurred, double or lost, in one eye or both.'],
  sudden_leg_weakness: ['Is one leg suddenly weak or numb?', 'It drags, or does not hold.'],
  sudden_loss_of_balance: [
    'Is balance suddenly lost?',
    'The room spins, or walking straight is not possible.',
  ],
  sudden_severe_headache: [
    'Did a very bad headache come on suddenly?',
    'The worst ever, within a minute.',
  ],
  // thinking
  new_confusion: [
    'Is there new confusion?',
    'Not sure of the day or the place, or not making sense.',
  ],
  more_sleepy_than_usual: [
    'Is it hard to stay awake?',
    'Falls asleep again while being talked to.',
  ],
  agitated: ['Is there new restlessness or anger?', 'Cannot settle, or is not like themselves.'],
  fainted: ['Was there a faint or a blackout?', 'In the last 24 hours.'],
  had_a_seizure: ['Was there a fit or a seizure?', 'In the last 24 hours.'],
  dizzy_on_standing: ['Is there dizziness on standing up?', 'It gets better on sitting down.'],
  headache: ['Is there a headache?', 'A usual one, which came on slowly.'],
  // cough
  new_cough: ['Is there a new cough?', 'It began in the last few days.'],
  cough_worse_than_usual: ['Is the cough worse than usual?', 'More often, or stronger.'],
  cough_at_night: ['Does coughing disturb sleep?', 'In the last night.'],
  barking_cough: ['Does the cough sound like a bark?', 'Like a seal or a dog.'],
  cough_with_eating: ['Does eating or drinking cause coughing?', 'During a meal or just after it.'],
  // sputum
  coughing_up_sputum: ['Is sputum coughed up?', 'Sputum is also called phlegm.'],
  more_sputum_than_usual: ['Is it more sputum than usual?', 'Compared with a good week.'],
  thick_sputum: [
    'Is the sputum thick or hard to bring up?',
    'It sticks, or takes a lot of effort.',
  ],
  sputum_changed_colour: ['Has the sputum changed colour?', 'Compared with a good week.'],
  sputumColour: ['Which colour is the sputum?', 'Look at it on a white tissue.'],
  blood_in_sputum: [
    'Is there blood in what is coughed up?',
    'Red, pink or rusty. Even a little counts.',
  ],
  // breathing
  increased_breathlessness: ['Is breathing harder than usual?', 'Compared with yesterday.'],
  breathless_at_rest: ['Is breathing hard while sitting still?', 'Without having moved about.'],
  cannot_finish_sentences: [
    'Is breath too short for a whole sentence?',
    'Stops for air between words.',
  ],
  breathless_walking: ['Is it hard to breathe when walking about at home?', 'Has to stop for air.'],
  breathless_lying_flat: [
    'Is it hard to breathe when lying flat?',
    'Has to sit up, or needs more pillows.',
  ],
  wakes_breathless: ['Does being short of breath wake at night?', 'In the last night.'],
  noisy_breathing: ['Is breathing noisy?', 'A whistle, a rattle or a harsh sound.'],
  blue_lips: [
    'Are the lips or the fingertips blue or grey?',
    'On dark skin, look inside the lips.',
  ],
  pauses_in_breathing: [
    'Are there long pauses in breathing?',
    '10 seconds or more, also in sleep.',
  ],
  // asthma
  wheezing: ['Is there wheezing?', 'A whistling sound when breathing out.'],
  chest_tightness: ['Does the chest feel tight?', 'As if a band were around it.'],
  using_reliever_more: ['Is the reliever used more than usual?', 'The inhaler for quick relief.'],
  reliever_not_helping: ['Does the reliever help too little?', 'Relief lasts less than 4 hours.'],
  woken_by_asthma: ['Did asthma wake at night?', 'In the last 2 nights.'],
  asthma_limits_activity: ['Does asthma stop usual activities?', 'Such as stairs, play or work.'],
  preventer_missed: ['Was the preventer missed?', 'The inhaler for every day.'],
  // respiratory
  sore_throat: ['Is the throat sore?', 'It hurts to swallow.'],
  blocked_or_runny_nose: ['Is the nose blocked or runny?', 'More than usual.'],
  hoarse_voice: ['Is the voice hoarse?', 'Rough or weak.'],
  lost_smell_or_taste: ['Is smell or taste gone?', 'Or much weaker than before.'],
  pain_on_breathing_in: ['Does it hurt to breathe in?', 'A sharp pain with a deep breath.'],
  needs_more_oxygen: [
    'Is more oxygen needed than was set?',
    'The flow was turned up, or it is worn for longer.',
  ],
  oxygen_equipment_problem: [
    'Does the oxygen equipment not work as it should?',
    'An alarm, a leak, or nearly empty.',
  ],
  nebuliser_used_more: ['Is the nebuliser used more than usual?', 'In the last 24 hours.'],
  // cardiac
  chest_pain: ['Is there chest pain?', 'Pain, pressure or tightness in the chest, now or today.'],
  chest_pain_on_effort: ['Does effort bring on a heavy chest?', 'It goes away with rest.'],
  palpitations: [
    'Is the heart racing, fluttering or skipping beats?',
    'For more than a few minutes.',
  ],
  cold_sweats: ['Is there a cold sweat?', 'Pale, clammy skin.'],
  ankle_swelling: ['Are the ankles swollen?', 'Socks or shoes leave a mark, or feel tight.'],
  swelling_above_knees: ['Does the swelling go above the knees?', 'Or up to the tummy.'],
  sudden_weight_gain: ['Has weight gone up fast?', 'More than 2 kg (4 lb) in 3 days.'],
  one_calf_sore_or_swollen: ['Is one calf sore, warm or swollen?', 'More than the other one.'],
  // infection
  fever_or_shivering: ['Is there a fever or shivering?', 'Hot to touch, or shaking with cold.'],
  sweating_at_night: ['Are there heavy sweats at night?', 'Clothes or sheets are wet.'],
  aching_muscles: ['Do the muscles ache all over?', 'Not after exercise.'],
  cold_hands_and_feet: [
    'Are hands and feet colder than usual?',
    'While the rest of the body is warm.',
  ],
  new_rash: ['Is there a new rash?', 'Anywhere on the skin.'],
  rash_does_not_fade: [
    'Does the rash stay when pressed with a glass?',
    'Press the side of a clear glass on it.',
  ],
  feels_very_unwell: [
    'Is this the worst that it has ever felt?',
    'Or does someone who knows them say so?',
  ],
  // gastro
  nausea: ['Is there nausea?', 'It feels as if vomiting is about to start.'],
  tummy_pain: ['Does the tummy hurt?', 'Cramps, or a steady ache.'],
  severe_tummy_pain: ['Is the tummy pain very bad?', 'It hurts to move, or does not let go.'],
  swollen_tummy: ['Is the tummy swollen or hard?', 'More than usual.'],
  heartburn: ['Is there heartburn?', 'A burning feeling behind the breastbone.'],
  trouble_swallowing: ['Is it hard to swallow?', 'Food or drink sticks, or goes the wrong way.'],
  yellow_skin_or_eyes: [
    'Are the skin or the eyes yellow?',
    'Look at the white of the eyes by daylight.',
  ],
  // vomit
  vomiting: ['Was there vomiting?', 'In the last 24 hours.'],
  vomiting_often: ['Was it 3 times or more?', 'In the last 24 hours.'],
  cannot_keep_fluids_down: ['Do drinks come up again?', 'Even small sips.'],
  blood_in_vomit: ['Is there blood in the vomit?', 'Red, or like coffee grounds.'],
  green_vomit: ['Is the vomit green?', 'Bright green, like spinach.'],
  // bowel
  diarrhoea: ['Is there diarrhoea?', '3 or more loose stools in 24 hours.'],
  diarrhoea_often: ['Was it 6 times or more?', 'In the last 24 hours.'],
  constipation: ['Is it hard to pass stool?', 'Hard lumps, or a lot of pushing.'],
  no_stool_three_days: ['Has there been no stool for 3 days?', 'Or for longer.'],
  blood_in_stool: ['Is there blood in the stool?', 'Red, on the stool or on the paper.'],
  black_stool: ['Is the stool black and sticky?', 'Like tar. Iron tablets can do this, too.'],
  lost_bowel_control: ['Did stool come without warning?', 'This is new.'],
  stoolType: ['Which type is the stool?', 'By the Bristol chart, 1 to 7.'],
  // pain
  pain: ['How bad is the pain, from 0 to 10?', '0 is no pain. 10 is the worst pain there can be.'],
  pain_in_a_new_place: ['Is there pain in a new place?', 'Say in the notes where.'],
  pain_stops_sleep: ['Does pain stop sleep?', 'In the last night.'],
  pain_medicine_not_helping: ['Do painkillers help too little?', 'An hour after they were taken.'],
  // stoma
  stoma_no_output: ['Has the stoma had no output?', 'For 12 hours or longer.'],
  stoma_more_output: [
    'Is there more output from the stoma than usual?',
    'The bag needs emptying more often.',
  ],
  stoma_watery_output: ['Is the output like water?', 'For a day or longer.'],
  stoma_dark_or_pale: [
    'Is the stoma dark, blue or very pale?',
    'It should be pink or red, and moist.',
  ],
  stoma_bleeding: ['Does the stoma bleed?', 'More than a spot when it is wiped.'],
  stoma_skin_sore: ['Is the skin around the stoma sore?', 'Red, broken or itchy.'],
  stoma_bag_leaks: ['Does the bag leak?', 'More than once in 24 hours.'],
  // drains
  drain_stopped: ['Has the drain stopped draining?', 'Look for a bend or a clamp in the tube.'],
  drain_more_output: [
    'Does more come out of the drain than usual?',
    'Compared with the day before.',
  ],
  drain_bloody: ['Is there fresh blood in the drain?', 'Bright red.'],
  drain_cloudy: ['Is the fluid cloudy, or does it smell?', 'Like milk or pus.'],
  drain_site_sore: ['Is the skin around the drain sore or red?', 'Or warm and swollen.'],
  drain_leaks: ['Does fluid leak around the drain?', 'The dressing is wet.'],
  drain_came_out: ['Has the drain moved or come out?', 'Also if only partly.'],
  // wounds
  wound_redder: [
    'Is the wound redder than before?',
    'On dark skin, look for a change of colour or warmth.',
  ],
  wound_swollen: ['Is the wound swollen or hot?', 'More than the day before.'],
  wound_more_painful: ['Does the wound hurt more than before?', 'More than the day before.'],
  wound_leaking: ['Does fluid leak from the wound?', 'The dressing is wet through.'],
  wound_pus: ['Is there pus, or a bad smell?', 'Thick yellow or green fluid.'],
  wound_opened: ['Has the wound opened?', 'The edges have come apart.'],
  wound_bleeding: ['Does the wound bleed?', 'It does not stop with 10 minutes of pressure.'],
  dressing_loose: ['Is the dressing loose or dirty?', 'It has come off, or needs a change.'],
  // skin
  red_skin_over_bone: [
    'Is skin over a bone red or sore?',
    'Heels, hips, the base of the spine. It does not fade when pressed.',
  ],
  pressure_sore: ['Is there a pressure sore?', 'Broken skin or a blister from lying or sitting.'],
  pressure_sore_worse: ['Is the pressure sore bigger or deeper?', 'Than at the last check.'],
  new_bruises: ['Are there bruises without a cause?', 'New ones.'],
  itchy_skin: ['Is the skin itchy?', 'Without a rash.'],
  // lines
  line_site_sore: ['Is the skin around the IV line sore or red?', 'Or swollen, hot or hard.'],
  line_blocked: ['Is the line blocked?', 'It does not flush.'],
  line_leaks: ['Does the line leak?', 'The dressing is wet.'],
  line_moved: ['Has the line moved or come out?', 'Also if only partly.'],
  shivering_after_line: ['Was there shivering after the line was used?', 'Within an hour.'],
  // urine
  pain_passing_urine: ['Does it hurt or burn to pass urine?', 'Urine is also called pee.'],
  passing_urine_often: ['Is urine passed more often than usual?', 'By day or at night.'],
  passing_less_urine: ['Is less urine passed than usual?', 'Half of the usual, or less.'],
  cannot_pass_urine: ['Has no urine come for 8 hours?', 'Although it feels full.'],
  dark_urine: ['Is the urine dark or smelly?', 'Darker than straw.'],
  blood_in_urine: ['Is there blood in the urine?', 'Pink, red or brown.'],
  lost_bladder_control: ['Did urine come without warning?', 'This is new.'],
  catheter_blocked: ['Has the catheter stopped draining?', 'For 2 hours or longer.'],
  catheter_leaks: ['Does the catheter leak?', 'Around the tube, or at the bag.'],
  // eating
  reduced_appetite: ['Is less eaten than usual?', 'Half of the usual meals, or less.'],
  reduced_fluid_intake: ['Is less drunk than usual?', 'Fewer than 5 cups in 24 hours.'],
  very_thirsty: ['Is there great thirst?', 'More than usual.'],
  dry_mouth: ['Is the mouth dry or sore?', 'The tongue sticks, or is cracked.'],
  lost_weight: ['Has weight been lost without trying?', 'Clothes are looser.'],
  // diabetes
  hyperglycaemia: [
    'Are there signs of high blood sugar?',
    'Great thirst, a lot of urine, vomiting, tummy pain, fast breathing, or breath that smells of fruit.',
  ],
  hypoglycaemia: ['Are there signs of low blood sugar?', 'Shaky, sweaty, pale, hungry or muddled.'],
  insulin_missed: ['Was insulin or a diabetes tablet missed?', 'In the last 24 hours.'],
  ketones_raised: ['Are the ketones raised?', '1.5 or more in blood, or ++ in urine.'],
  new_foot_sore: ['Is there a new sore or blister on a foot?', 'Look between the toes, too.'],
  // medicines
  medicine_missed: ['Was a medicine missed?', 'In the last 24 hours.'],
  medicine_side_effects: [
    'Does a medicine cause trouble?',
    'Such as a rash, sickness or dizziness.',
  ],
  medicine_new: ['Was a medicine started or changed?', 'In the last 7 days.'],
  medicine_running_out: ['Will a medicine run out soon?', 'Within 3 days.'],
  medicine_trouble: ['Is it hard to take the medicines?', 'To swallow, to open, or to remember.'],
  // nappies
  fewer_wet_nappies: ['Are there fewer wet nappies than usual?', 'In the last 24 hours.'],
  no_wet_nappy_12_hours: [
    'Has there been no wet nappy for 12 hours?',
    'Feel the nappy: a wet one is heavy.',
  ],
  watery_nappies: ['Are the stools in the nappy like water?', 'More than twice in 24 hours.'],
  blood_in_nappy: ['Is there blood in the nappy?', 'In urine or stool.'],
  pale_stool_in_nappy: ['Is the stool pale or white?', 'Like clay or chalk.'],
  nappy_rash: ['Is there nappy rash?', 'Red or sore skin under the nappy.'],
  // infantFeeding
  feeding_less: ['Does the baby feed less than usual?', 'Shorter or fewer feeds.'],
  feeding_less_than_half: [
    'Does the baby take less than half of the usual?',
    'For the last two or three feeds.',
  ],
  refuses_feeds: ['Does the baby refuse feeds?', 'Two feeds in a row.'],
  tires_when_feeding: ['Does the baby tire or sweat when feeding?', 'Stops to rest or to breathe.'],
  chokes_when_feeding: ['Does the baby choke or turn blue when feeding?', 'In the last 24 hours.'],
  brings_up_feeds: ['Does the baby bring up whole feeds?', 'More than a mouthful after a feed.'],
  slow_weight_gain: ['Is the baby slow to gain weight?', 'By the last two weights.'],
  // paediatric
  not_playing: ['Is the child not playing as usual?', 'Or not smiling, or not looking at people.'],
  hard_to_wake: ['Is the child hard to wake?', 'Or wakes and falls asleep at once.'],
  floppy: ['Is the child floppy?', 'Arms and legs hang loose.'],
  weak_cry: ['Is the cry weak, high or not like before?', 'Or goes on without a stop.'],
  bulging_soft_spot: [
    'Does the soft spot on the head bulge?',
    'While the baby is calm and upright.',
  ],
  sunken_soft_spot: ['Is the soft spot on the head sunken?', 'While the baby is calm and upright.'],
  ribs_pull_in: ['Does the skin pull in between the ribs?', 'With each breath, or under the neck.'],
  grunting: ['Does the child grunt with each breath?', 'Or do the nostrils flare?'],
  pale_or_mottled_skin: [
    'Is the skin pale, blotchy or blue?',
    'On dark skin, look inside the lips and at the palms.',
  ],
  cannot_be_comforted: ['Can nothing calm the child?', 'Cries although being held.'],
  ear_pain: ['Does an ear hurt?', 'Small children pull at it.'],
  // mood
  low_mood: ['Is the mood low?', 'On most days of the last week.'],
  worried_or_anxious: ['Is there more worry than usual?', 'It is hard to stop or to relax.'],
  no_interest: ['Is there no joy in things that are liked?', 'On most days of the last week.'],
  poor_sleep: ['Was sleep poor?', 'In the last night.'],
  feels_lonely: ['Is there loneliness?', 'Wishes for more company.'],
  thoughts_of_self_harm: [
    'Are there thoughts of self-harm or suicide?',
    'Ask in private. Do not leave the person alone.',
  ],
  carer_strain: ['Does the carer find it hard to cope?', 'Tired, ill or worried.'],
  // dailyLiving
  more_tired_than_usual: ['Is there more tiredness than usual?', 'Too tired for everyday things.'],
  needs_more_help: [
    'Is more help needed than usual?',
    'With washing, dressing, eating or the toilet.',
  ],
  trouble_getting_up: ['Is it hard to get out of bed or a chair?', 'Harder than usual.'],
  trouble_walking: ['Is it hard to walk?', 'Harder than usual, or unsteady.'],
  recent_fall: ['Was there a fall?', 'In the last 24 hours. A slip to the floor counts.'],
  hurt_in_fall: ['Did the fall cause an injury?', 'Hit the head, or cannot use an arm or a leg.'],
  home_too_cold: ['Is the home too cold?', 'Under 18 °C (64 °F), or it cannot be heated.'],
  no_one_to_help: ['Is there no one to help at home?', 'For shopping, meals or in the night.'],
}

const families: Readonly<Record<SymptomFamily, string>> = {
  history: 'Medical history',
  allergies: 'Allergies',
  vaccines: 'Vaccines',
  familyHistory: 'Family history',
  stroke: 'Stroke signs',
  thinking: 'Alertness and thinking',
  cough: 'Cough',
  sputum: 'Sputum',
  breathing: 'Breathing',
  asthma: 'Asthma',
  respiratory: 'Nose, throat and lungs',
  cardiac: 'Heart and circulation',
  infection: 'Infection',
  gastro: 'Stomach and gut',
  vomit: 'Vomiting',
  bowel: 'Bowel',
  pain: 'Pain',
  stoma: 'Stoma',
  drains: 'Drains',
  wounds: 'Wounds',
  skin: 'Skin',
  lines: 'IV lines',
  urine: 'Urine',
  eating: 'Eating and drinking',
  diabetes: 'Diabetes',
  medicines: 'Medicines',
  nappies: 'Nappies',
  infantFeeding: 'Infant feeding',
  paediatric: 'Children',
  mood: 'Mood',
  dailyLiving: 'Daily living',
}

/** The three texts of a symptom. */
export interface SymptomTexts {
  /** The question. */
  readonly text: string
  readonly subText: string
  /** What a list of answers says of it. */
  readonly shortText: string
}

/** The texts of a key in an edition; null: the catalogue does not have it. */
export const textsOfSymptom = (key: string, edition: Edition): SymptomTexts | null => {
  const symptom = symptomOf(key)
  if (symptom === undefined) return null
  const [text, subText] = asked[(symptom.choice ?? symptom.key) as keyof typeof asked]
  return {
    text: inWordsOf(text, edition),
    subText: inWordsOf(subText, edition),
    shortText: inWordsOf(symptom.short, edition),
  }
}

/** The name of a family in an edition. */
export const familyName = (family: SymptomFamily, edition: Edition): string =>
  inWordsOf(families[family], edition)

const enGB = {
  find: 'Find a question',
  findHint: 'Enter a part of it, or choose a family.',
  family: 'Family',
  allFamilies: 'Choose a family',
  found: (count: number): string => (count === 1 ? '1 question' : `${count} questions`),
  more: (count: number): string => `${count} more. Enter more of the question.`,
  none: 'No question fits.',
  severities: { low: 'Low', medium: 'Medium', high: 'High', emergency: 'Emergency' } as Readonly<
    Record<SymptomSeverity, string>
  >,
  severity: (severity: string): string => `Severity: ${severity}`,
  ages: {
    from: (years: number): string => `From ${years} years`,
    to: (years: number): string => `Under ${years} ${years === 1 ? 'year' : 'years'}`,
  },
  after: (shortText: string): string => `Asked after: ${shortText}`,
  glucoseAbove: (glucose: string): string => `Asked with glucose above ${glucose}`,
}

/** The words around the questions. */
export const symptomListTexts = inEditions(enGB, {})
