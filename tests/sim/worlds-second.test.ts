import { worldsHold } from './proof'

worldsHold(1)
