// refused: floor
export { fine } from '../../src/domain/fine'
