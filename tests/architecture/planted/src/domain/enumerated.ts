// refused: enum
export enum Colour { Red }
