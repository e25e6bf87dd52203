import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-errors.ts'
import { ErrorState } from './states.tsx'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))

test.each(['10010', '40001', '40002', '40005', '40027', '40031', '40032', 'A0230'])(
  'a page whose read is refused with %s shows no message',
  (code) => {
    const error = new ApiError({ code, message: 'from the server' })
    expect(renderToStaticMarkup(<ErrorState error={error} />)).toBe('')
  },
)

test('any other refused read shows the message of the server', () => {
  const error = new ApiError({ code: 'system.error', message: 'from the server' })
  expect(renderToStaticMarkup(<ErrorState error={error} />)).toContain('from the server')
})
