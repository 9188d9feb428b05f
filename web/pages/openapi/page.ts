/** By the page that leads to it, whose script it shares. */
export { OpenApi as default } from '../messages-api/messages-api'
