// refused: extension
export { fine } from './fine.ts'
