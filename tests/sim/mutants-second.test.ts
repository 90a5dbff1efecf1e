import { mutantsDie } from './proof'

mutantsDie(1)
