// refused: alias
export { fine } from '@/domain/fine'
