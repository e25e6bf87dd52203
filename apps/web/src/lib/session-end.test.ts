import { phrase } from '@netward/phrases/server'
import type * as ApiErrors from './api-errors.ts'
import type * as Notify from './notify.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'

vi.mock('./phrases.ts', () => ({ phrase: (key: never) => phrase('en', key) }))

interface FakeElement {
  children: FakeElement[]
  textContent: string
  listeners: Record<string, (event: { key?: string; preventDefault(): void }) => void>
}

/** A minimal page that can hold a dialog and be left. */
function fakePage(address: string) {
  const dialogs: FakeElement[] = []
  const make = () => {
    const element = {
      children: [] as FakeElement[],
      textContent: '',
      listeners: {} as FakeElement['listeners'],
      setAttribute: () => {},
      addEventListener(name: string, listener: FakeElement['listeners'][string]) {
        element.listeners[name] = listener
      },
      append(...children: FakeElement[]) {
        element.children.push(...children)
      },
      showModal: () => {},
      close: () => {},
      remove: () => {
        dialogs.splice(dialogs.indexOf(element), 1)
      },
      focus: () => {},
    }
    return element
  }
  const location = Object.assign(new URL(address), { reload: vi.fn() })
  const local = { clear: vi.fn(), setItem: vi.fn(), getItem: () => null, removeItem: vi.fn() }
  const visited: string[] = []
  vi.stubGlobal('document', {
    cookie: '',
    createElement: make,
    body: { append: (dialog: FakeElement) => dialogs.push(dialog) },
  })
  vi.stubGlobal('window', {
    location,
    history: { replaceState: (_state: unknown, _title: string, to: string) => visited.push(to) },
    localStorage: local,
    sessionStorage: { setItem: () => {}, getItem: () => null, removeItem: () => {} },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  })
  return { dialogs, location, local, visited }
}

const press = (dialog: FakeElement | undefined) =>
  dialog?.children[2]?.children[0]?.listeners['click']?.({ preventDefault: () => {} })

let page: ReturnType<typeof fakePage>
let errors: typeof ApiErrors
let notices: typeof Notify.notices

/** The console's reaction to a failed call, as in the API client. */
function fail(code: string, message = 'said', data: unknown = null): void {
  const error = new errors.ApiError({ code, message, data })
  errors.reactToSessionEnd(error)
  errors.reportError(error)
}

beforeEach(async () => {
  vi.resetModules()
  page = fakePage('http://localhost/acme/#/equipmentManagement/intelligence?page=2')
  errors = await import('./api-errors.ts')
  notices = (await import('./notify.ts')).notices
})

describe('the end of a session (specification §8)', () => {
  test.each(['40001', '40005'])('%s logs out and goes to login, once, however many calls fail', (code) => {
    fail(code)
    fail(code)
    expect(page.visited).toEqual(['/acme/#/login?redirect=%2FequipmentManagement%2Fintelligence%3Fpage%3D2'])
    expect(page.location.reload).toHaveBeenCalledOnce()
    expect(document.cookie).toContain('Max-Age=0')
    expect(page.dialogs).toEqual([])
  })

  test.each(['40002', '40027', '40031', '40032'])(
    '%s is one dialog with the server message, whose button logs out and goes to the root',
    (code) => {
      fail(code, 'The company is frozen.')
      fail(code, 'The company is frozen.')
      expect(page.dialogs).toHaveLength(1)
      expect(page.dialogs[0]?.children.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
        'Warning',
        'The company is frozen.',
      ])
      expect(page.location.reload).not.toHaveBeenCalled()
      press(page.dialogs[0])
      expect(page.dialogs).toEqual([])
      expect(page.visited).toEqual(['/acme/#/'])
      expect(page.location.reload).toHaveBeenCalledOnce()
      expect(page.local.clear).not.toHaveBeenCalled()
    },
  )

  test('the dialog is not dismissed by Escape', () => {
    fail('40002')
    const prevented = vi.fn()
    page.dialogs[0]?.listeners['cancel']?.({ preventDefault: prevented })
    page.dialogs[0]?.listeners['keydown']?.({ key: 'Escape', preventDefault: prevented })
    expect(prevented).toHaveBeenCalledTimes(2)
    expect(page.dialogs).toHaveLength(1)
  })

  test('A0230 says that the page has expired; its button clears local storage and goes to the root', () => {
    fail('A0230', '')
    expect(page.dialogs[0]?.children[1]?.textContent).toBe(
      'the current page has expired, please log in again',
    )
    press(page.dialogs[0])
    expect(page.local.clear).toHaveBeenCalledOnce()
    expect(page.visited).toEqual(['/acme/#/'])
  })

  test('two codes at once leave the first dialog alone', () => {
    fail('40002', 'first')
    fail('40031', 'second')
    fail('A0230')
    expect(page.dialogs.map(({ children }) => children[1]?.textContent)).toEqual(['first'])
  })

  test('40001 after the dialog leaves it to be read', () => {
    fail('40027', 'frozen')
    fail('40001')
    expect(page.location.reload).not.toHaveBeenCalled()
    expect(page.dialogs).toHaveLength(1)
  })

  test('after 40001 nothing more is said', () => {
    fail('40001')
    fail('40002')
    fail('system.error', 'late')
    expect(page.dialogs).toEqual([])
    expect(notices.get()).toEqual([])
  })
})

describe('D what is reported (specification §8)', () => {
  const failed = [{ ip: '10.0.0.1', reason: 'offline' }]

  test.each(['50001', '50002', '41033'])('%s lists ip and reason', (code) => {
    fail(code, 'said', { failed })
    expect(notices.get()).toMatchObject([
      { kind: 'error', text: 'the following errors occurred', items: failed },
    ])
  })

  test.each(['50001', '50002', '41033'])('%s without a list shows the message of the server', (code) => {
    fail(code, 'said')
    expect(notices.get()).toMatchObject([{ kind: 'error', text: 'said', items: [] }])
  })

  test.each(['10010', '40001', '40002', '40027', '40031', '40032', 'A0230'])(
    '%s is shown by no screen whose read it refuses, nor by the form that sent it',
    (code) => {
      const error = new errors.ApiError({ code, message: 'said' })
      errors.reactToSessionEnd(error)
      expect(errors.isHandledElsewhere(error)).toBe(true)
      expect(error.reported).toBe(true)
    },
  )

  test.each([
    ['10010', 'said', []],
    ['device.not_found', 'Device not found', ['Device not found']],
    ['whatever', '', ['System error']],
    ['timeout', '', ['API response timed out']],
  ])('%s with the message "%s" is reported as %o', (code, message, expected) => {
    fail(code, message)
    expect(notices.get().map(({ text }) => text)).toEqual(expected)
  })

  test('a proxy that waited in vain is an interface response timeout', () => {
    expect(errors.errorText(new errors.ApiError({ code: 'system.error', message: '', status: 504 }))).toBe(
      'Interface response timeout',
    )
  })
})
