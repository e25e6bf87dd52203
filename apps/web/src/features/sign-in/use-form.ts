import type { PhraseKey } from '@netward/phrases'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, errorText } from '../../lib/api-errors.ts'
import { useCountdown } from './use-countdown.ts'

/** One of our phrases, in the current language, or the server's message. */
export type Problem = PhraseKey | { text: string }
export type Values = Readonly<Record<string, string>>
export type Problems = Readonly<Record<string, Problem | null | undefined>>

export interface FormRules {
  /** Errors by field name; nothing is sent while there is one. */
  check: (values: Values) => Problems
  send: (values: Values) => Promise<void>
  /** The field that an error code refers to. */
  fields?: Readonly<Record<string, string>>
  /** True: the error leads to the next step, and is not shown. */
  leadsOn?: (error: ApiError, form: Form) => Promise<boolean> | boolean
  /** Focus target when the form as a whole is refused. */
  focus?: string
  /** Initial focus of the form. */
  start?: string
}

export interface Form {
  /** The `ref` of its element. */
  attach: (element: HTMLFormElement | null) => void
  /** The input of that name, if shown. */
  input: (name: string) => HTMLInputElement | null
  problems: Problems
  failure: Problem | null
  busy: boolean
  /** Seconds until the server accepts another attempt. */
  wait: number
  values: () => Values
  onSubmit: (event: FormEvent) => void
  /** Shows errors and moves the focus to the first invalid field. */
  refuse: (problems: Problems, failure?: Problem | null, focus?: string) => void
  /** Shows an error of a call made by this form. */
  fail: (error: unknown) => Promise<void>
}

/** A form of plain elements: the elements hold the typed values, so nothing is lost. */
export function useForm(rules: FormRules): Form {
  const [element, attach] = useState<HTMLFormElement | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ focus: string | undefined } | null>(null)
  const countdown = useCountdown()
  const waiting = countdown.seconds > 0

  useEffect(() => {
    if (refusal === null) return
    const wrong =
      element?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ??
      element?.querySelector<HTMLInputElement>(`[name="${refusal.focus}"]`)
    wrong?.focus()
    wrong?.select()
  }, [refusal, element])

  const { start } = rules
  useEffect(() => {
    if (start !== undefined) element?.querySelector<HTMLInputElement>(`[name="${start}"]`)?.focus()
  }, [element, start])

  // "Try again in … seconds" is out of date.
  useEffect(() => {
    if (!waiting) return undefined
    return () => setFailure(null)
  }, [waiting])

  function values(): Values {
    const typed = [...new FormData(element ?? undefined)]
    return Object.fromEntries(typed.map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  }

  function input(name: string): HTMLInputElement | null {
    const found = element?.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : null
  }

  function refuse(wrong: Problems, whole: Problem | null = null, focus?: string): void {
    setProblems(wrong)
    setFailure(whole)
    setRefusal({ focus })
  }

  async function fail(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) {
      refuse({}, { text: errorText(error) }, rules.focus)
      return
    }
    if (error.reported || error.code === 'aborted' || (await rules.leadsOn?.(error, form)) === true) return
    if (error.retryAfterSeconds !== null) countdown.start(error.retryAfterSeconds)
    const own = rules.fields?.[error.code]
    const named =
      own !== undefined && input(own) !== null ? [{ field: own, message: error.message }] : error.fields
    const shown = named.filter(({ field }) => input(field) !== null)
    refuse(
      Object.fromEntries(shown.map(({ field, message }) => [field, { text: message }])),
      shown.length > 0 ? null : { text: errorText(error) },
      rules.focus,
    )
  }

  async function submit(): Promise<void> {
    const given = values()
    const found = rules.check(given)
    if (Object.values(found).some((problem) => problem != null)) {
      refuse(found)
      return
    }
    setBusy(true)
    setProblems({})
    setFailure(null)
    try {
      await rules.send(given)
    } catch (error) {
      await fail(error)
    } finally {
      setBusy(false)
    }
  }

  const form: Form = {
    attach,
    input,
    problems,
    failure,
    busy,
    wait: countdown.seconds,
    values,
    refuse,
    fail,
    onSubmit(event) {
      event.preventDefault()
      if (!busy && !waiting) void submit()
    },
  }
  return form
}
