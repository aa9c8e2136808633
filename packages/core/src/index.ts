export { Catalog } from './catalog/catalog.ts';
export { CommandSource } from './catalog/command-source.ts';
export { defineCommand } from './catalog/define-command.ts';
export { CommandRegistry } from './catalog/registry.ts';
export { failure, success } from './result/result.ts';
