const asksName = /(?:login|user ?name|account|用户名|账号)\s*[:：]\s*$/i
const asksPassword = /(?:password|passwd|密码|口令)\s*[:：]\s*$/i
/** So much of the end of what the device shows is looked at. */
const looked = 200

/** Answers the prompts of a telnet login with what is known, each once: a device that asks again asks the person. */
export class TelnetLogin {
  #tail = ''
  #name: string | null
  #password: string | null

  constructor({ username, password }: { username: string; password: string }) {
    this.#name = username === '' ? null : username
    this.#password = password === '' ? null : password
  }

  /** @returns what is to be typed, without the return key; null: nothing. */
  answerTo(shown: string): string | null {
    if (this.#name === null && this.#password === null) return null
    this.#tail = (this.#tail + shown).slice(-looked)
    if (this.#name !== null && asksName.test(this.#tail)) {
      const answer = this.#name
      this.#name = null
      this.#tail = ''
      return answer
    }
    if (this.#password !== null && asksPassword.test(this.#tail)) {
      const answer = this.#password
      this.#name = null
      this.#password = null
      this.#tail = ''
      return answer
    }
    return null
  }
}
