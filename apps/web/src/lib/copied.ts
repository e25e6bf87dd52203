import { notify } from './notify.ts'
import { phrase } from './phrases.ts'

/**
 * Copies a text and returns whether it succeeded. A refusal, or a page that is not served securely, is
 * reported (specification §8), and `byHand` leaves the text selected for copying by keyboard.
 */
export async function copied(text: string, byHand: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    byHand()
    notify.error(phrase('common.copyUnsupported'))
    return false
  }
}
