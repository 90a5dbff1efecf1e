// refused: floor
export { store } from '../graphql/keeps'
