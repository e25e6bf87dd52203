import { access } from './access.ts'
import { validation } from './validation.ts'

export const signInMore = { access, validation }
