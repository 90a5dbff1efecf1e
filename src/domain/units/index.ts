export { roundTo } from './decimal'
export {
  celsiusToFahrenheit,
  kilogramsToPounds,
  millimolesToMilligrams,
  roundGlucoseInput,
  roundTemperatureInput,
  roundWeightInput,
  showGlucose,
  showTemperature,
  showWeight,
  type ShownQuantity,
} from './units'
