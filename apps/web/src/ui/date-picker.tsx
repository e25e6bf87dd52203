import generatePicker from 'antd/es/date-picker/generatePicker'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { calendar, moved } from './date-calendar.ts'
import type { DateFieldProps } from './date-field.tsx'
import { heldText, heldTime, partAt, readTyped, shownFormats } from './date-text.ts'
import './date-picker.css'

const Picker = generatePicker<Date>(calendar)

/** The keyboard of a phone would cover what is chosen from. */
const touched = window.matchMedia('(pointer: coarse)')

/** Above or below the field, and over it where neither has room, as on a phone. */
const placements = {
  bottomLeft: {
    points: ['tl', 'bl'],
    offset: [0, 4],
    overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true },
  },
}

/** What a field of a date is once the library for it has come. */
export function DatePicker(props: DateFieldProps & { placeholder: string; takesFocus: boolean }) {
  const { kind = 'date', value = '', onChange, min = '', takesFocus, ...field } = props
  const [open, setOpen] = useState(false)
  const closed = useRef(false)
  const at = useMemo(() => heldTime(value, kind), [value, kind])
  const from = useMemo(() => heldTime(min, kind), [min, kind])
  const hold = (next: string) => {
    if (next !== value) onChange?.(next)
  }
  const settle = (text: string) => hold(readTyped(text, kind) ?? value)

  /** Whatever else is made of a key. */
  const keepOpen = (next: boolean) => {
    setOpen(next)
    closed.current = !next
    queueMicrotask(() => (closed.current = false))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, target } = event
    if (!(target instanceof HTMLInputElement)) return
    if (key === 'Enter') {
      // It sends the form, as in every field.
      settle(target.value)
      keepOpen(false)
    } else if (key === 'ArrowDown' && altKey) {
      event.preventDefault()
      setOpen(true)
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault()
      keepOpen(open)
      step(target, key === 'ArrowUp' ? 1 : -1)
    }
  }

  /** The part of the date where the caret stands, one up or down. */
  const step = (input: HTMLInputElement, by: 1 | -1) => {
    const typed = heldTime(readTyped(input.value, kind) ?? '', kind)
    const part = partAt(input.selectionStart ?? 0, kind)
    const next = typed === null ? (from ?? calendar.getNow()) : moved(typed, part.unit, by)
    // As if it were typed: what a form holds comes back to the field some renders later, and moves the caret.
    input.setRangeText(calendar.locale.format('', next, shownFormats[kind]), 0, input.value.length)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.setSelectionRange(part.from, part.to)
  }

  return (
    <Picker
      {...field}
      picker={kind === 'time' ? 'time' : 'date'}
      showTime={kind === 'moment' ? { format: 'HH:mm' } : false}
      format={shownFormats[kind]}
      // A time of every day has nothing to do with now.
      showNow={kind !== 'time'}
      value={at}
      {...(from !== null && { minDate: from })}
      {...(takesFocus && { autoFocus: true })}
      open={open}
      onOpenChange={(next) => setOpen(next && !closed.current)}
      // What is chosen or typed counts at once, as in every field; the button of times only closes.
      onCalendarChange={(next) => hold(next instanceof Date ? heldText(next, kind) : '')}
      onBlur={({ target }) => {
        if (target instanceof HTMLInputElement) settle(target.value)
      }}
      onKeyDown={onKeyDown}
      inputReadOnly={touched.matches}
      className="date-field"
      builtinPlacements={placements}
      classNames={{ popup: { root: 'date-popup' } }}
    />
  )
}
