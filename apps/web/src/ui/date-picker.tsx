import generatePicker from 'antd/es/date-picker/generatePicker'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { calendar, moved } from './date-calendar.ts'
import type { DateFieldProps } from './date-field.tsx'
import { heldText, heldTime, partAt, readTyped, shownFormats } from './date-text.ts'
import './date-picker.css'

const Picker = generatePicker<Date>(calendar)

/** A phone's keyboard would cover the picker. */
const touched = window.matchMedia('(pointer: coarse)')

/** Above or below the field, or over it where neither fits, as on a phone. */
const placements = {
  bottomLeft: {
    points: ['tl', 'bl'],
    offset: [0, 4],
    overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true },
  },
}

/** The date field once its library has loaded. */
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

  /** What else a key triggers. */
  const keepOpen = (next: boolean) => {
    setOpen(next)
    closed.current = !next
    queueMicrotask(() => (closed.current = false))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, target } = event
    if (!(target instanceof HTMLInputElement)) return
    if (key === 'Enter') {
      // Enter submits the form, as in every field.
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

  /** Steps the part of the date at the caret up or down. */
  const step = (input: HTMLInputElement, by: 1 | -1) => {
    const typed = heldTime(readTyped(input.value, kind) ?? '', kind)
    const part = partAt(input.selectionStart ?? 0, kind)
    const next = typed === null ? (from ?? calendar.getNow()) : moved(typed, part.unit, by)
    // As if typed: the form's value returns to the field some renders later, which moves the caret.
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
      // A daily time is unrelated to now.
      showNow={kind !== 'time'}
      value={at}
      {...(from !== null && { minDate: from })}
      {...(takesFocus && { autoFocus: true })}
      open={open}
      onOpenChange={(next) => setOpen(next && !closed.current)}
      // A choice or typed value takes effect at once, as in every field; the time picker's button only
      // closes.
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
