import * as core from '@foldout/core';
import * as server from '@foldout/server';
import * as workspace from '@foldout/workspace';
import { describe, expect, it } from 'vitest';

// A name that is added or removed shows up here, and in the review of the change that does it.
describe('the public surface', () => {
  it('of @foldout/core is this', () => {
    expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
      [
        "BUILT_IN_SERVER",
        "Catalog",
        "CommandRegistry",
        "CommandSource",
        "DEFAULT_TIMEOUT_MS",
        "DISCOVER_DEFAULTS",
        "DefinitionError",
        "DirectClient",
        "Dispatcher",
        "ERROR_CODES",
        "Engine",
        "FIND_DEFAULTS",
        "LEVELS",
        "NATIVE",
        "PAGER_DEFAULTS",
        "SEARCH_SETTINGS",
        "SUMMARY_LENGTH",
        "SearchEngine",
        "TOOL_DEFAULTS",
        "ToolSearch",
        "TypeDeclarations",
        "VectorTable",
        "annotate",
        "batchInput",
        "calculateSimilarity",
        "callInput",
        "commentText",
        "contentHash",
        "createCallContext",
        "defaultMiddleware",
        "defineCommand",
        "deriveCategory",
        "detailInput",
        "discoverInput",
        "embedderFrom",
        "estimateTokens",
        "failure",
        "findInput",
        "findSimilarTools",
        "isCommandResult",
        "limitRate",
        "literalText",
        "logCalls",
        "notFound",
        "parameterNames",
        "pipeInput",
        "propertiesOf",
        "retryCalls",
        "riskOf",
        "schemaHash",
        "showTool",
        "signatureOf",
        "similarAddresses",
        "success",
        "summarize",
        "takeWithin",
        "taxonomyOf",
        "timeCalls",
        "toolFromDefinition",
        "toolHash",
        "traceCalls",
        "truncateDescription",
        "typescriptOf",
        "visibleTools",
      ]
    `);
  });

  it('of @foldout/server is this', () => {
    expect(Object.keys(server).sort()).toMatchInlineSnapshot(`
      [
        "CommandRegistry",
        "DefinitionError",
        "DirectClient",
        "Engine",
        "FoldoutServer",
        "SERVER_DEFAULTS",
        "TOOL_STRATEGIES",
        "createMcpServer",
        "defaultMiddleware",
        "defineCommand",
        "estimateTokens",
        "failure",
        "limitRate",
        "logCalls",
        "mcpContext",
        "mcpResult",
        "retryCalls",
        "success",
        "timeCalls",
        "traceCalls",
      ]
    `);
  });

  it('of @foldout/workspace is this', () => {
    expect(Object.keys(workspace).sort()).toMatchInlineSnapshot(`
      [
        "DETAIL_LEVELS",
        "FilesystemNavigator",
        "LeveledLoader",
        "NavigationError",
        "TREE_SEARCH_DEFAULTS",
        "TreeError",
        "TreeSearch",
        "generateTree",
        "searchTools",
        "skillsFor",
        "treeFiles",
      ]
    `);
  });
});
