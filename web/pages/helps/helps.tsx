import { crudPage } from '../../crud/page'
import { HelpWords } from '../help-words'
import { Cards } from './cards'
import { type Help, helpNoun } from './noun'

/** The videos that explain the product to everyone who works with it. */
export default crudPage<Help>({ ...helpNoun, table: Cards, notice: () => <HelpWords className="px-6 pb-3" /> })
