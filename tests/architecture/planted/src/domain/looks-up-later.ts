// refused: floor
export const later = () => import('../ui/page')
